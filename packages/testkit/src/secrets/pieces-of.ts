const PIECE = 12;

/**
 * Pieces of a text, by which a log, a request or an output shows that it holds a part of it: as it is, without its
 * spaces, and as addresses and JSON write it. Shorter texts are one piece.
 */
export function piecesOf(text: string): readonly string[] {
  const forms = [text, text.replace(/\s+/g, ''), encodeURIComponent(text), JSON.stringify(text).slice(1, -1)];
  const pieces = new Set<string>();
  for (const form of forms) {
    for (let at = 0; at === 0 || at + PIECE <= form.length; at += PIECE / 2) pieces.add(form.slice(at, at + PIECE));
  }
  return [...pieces];
}
