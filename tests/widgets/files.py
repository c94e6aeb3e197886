"""What the tests of files share: the messages of a page whose buttons are pressed."""


def handed(panel, buttons=None):
    """The name and the text of the file that the page gets when the button is pressed."""
    buttons, sent = buttons or panel.files, []
    buttons.send = lambda content, parts=None: sent.append((content, parts))
    try:
        buttons._handle_custom_msg({"type": "give"}, [])
    finally:
        del buttons.send
    ((content, (data,)),) = sent
    assert (content["type"], content["mime"]) == ("file", buttons.mime)
    return content["name"], data.decode()


def bring(panel, name, content, buttons=None):
    """A file is chosen; without content the page has not sent it."""
    data = content.encode() if isinstance(content, str) else content
    parts = [] if data is None else [memoryview(data)]
    size = 1 << 40 if data is None else len(data)
    (buttons or panel.files)._handle_custom_msg({"type": "take", "name": name, "size": size}, parts)
