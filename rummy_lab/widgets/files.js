// Hands what Python sends as a file to the browser, which keeps it where it keeps what is downloaded.
function keepFile({ type, name, mime }, buffers) {
  if (type !== "file") return;
  const address = URL.createObjectURL(new Blob(buffers, { type: mime }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
