const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) attribute(made, name, value);
  made.append(...children);
  return made;
}

// Attributes and texts are touched only where they change: each change is news to a screen reader.
function attribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value === true ? "" : value)) {
    node.setAttribute(name, value === true ? "" : value);
  }
}

function say(node, text) {
  if (node.textContent !== (text ?? "")) node.textContent = text ?? "";
}

// `moveBefore` keeps focus and the place of a screen reader; where it is missing focus is given back.
function move(parent, node, before) {
  if (node.isConnected && parent.moveBefore) {
    parent.moveBefore(node, before);
    return;
  }
  const focused = node.getRootNode().activeElement;
  const held = focused && node.contains(focused);
  parent.insertBefore(node, before);
  if (held) focused.focus({ preventScroll: true });
}

// Children in this order; the one that has focus stays where it is and the others are put around it.
function arrange(parent, wanted, focused) {
  const pivot = focused ? wanted.findIndex((node) => node.parentNode === parent && node.contains(focused)) : -1;
  let next = wanted[pivot] ?? null;
  for (let at = pivot - 1; at >= 0; at--) {
    if (wanted[at].parentNode !== parent || wanted[at].nextSibling !== next) move(parent, wanted[at], next);
    next = wanted[at];
  }
  let previous = wanted[pivot] ?? null;
  for (let at = pivot + 1; at < wanted.length; at++) {
    const place = previous ? previous.nextSibling : parent.firstChild;
    if (wanted[at] !== place) move(parent, wanted[at], place);
    previous = wanted[at];
  }
}

// What can be seen of an element: the window, cut by everything around it that clips.
function visibleArea(element, top) {
  const view = window.visualViewport;
  const area = { left: 0, top: 0, right: view?.width ?? innerWidth, bottom: view?.height ?? innerHeight };
  area.right = Math.min(area.right, document.documentElement.clientWidth);
  for (let node = element; node && node !== document; node = node.assignedSlot ?? node.parentNode ?? node.host) {
    if (!(node instanceof Element) || node === document.documentElement || node === document.body) continue;
    const clips = node !== element && getComputedStyle(node).overflow !== "visible";
    if (node === element || clips) {
      const box = node.getBoundingClientRect();
      area.left = Math.max(area.left, box.left);
      area.top = Math.max(area.top, box.top);
      area.right = Math.min(area.right, box.right);
      area.bottom = Math.min(area.bottom, box.bottom);
    }
    if (node === top) break;
  }
  return area;
}

// An output of JupyterLab hides what overflows, which would keep the hand and the buttons from staying in view. What
// really scrolls is left alone. Returns what puts everything back.
function unclip(element) {
  const opened = [];
  const outputs = ".jp-OutputArea, .jp-OutputArea-child, .jp-OutputArea-output, .widget-box";
  for (let node = element.parentElement; node; node = node.parentElement) {
    if (!node.matches(outputs) || node.scrollHeight > node.clientHeight + 1) continue;
    opened.push([node, node.style.overflow]);
    node.style.overflow = "visible";
  }
  return () => opened.forEach(([node, overflow]) => (node.style.overflow = overflow));
}

// The text of a picture, plain or packed.
async function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
