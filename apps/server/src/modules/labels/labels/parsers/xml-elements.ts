import { formatCount } from '@assay/wording';
import { SaxesParser } from 'saxes';
import { decodeText } from '../../../../platform/intake/index.ts';
import { LabelFormatError } from './parser.ts';

/**
 * Published lists are a dozen elements deep with a handful of attributes. Beyond these limits a file is refused: the
 * parser keeps every open element and the whole of a tag, so 6 MB of nested tags would take 800 MB of memory.
 */
export const XML_LIMITS = {
  depth: 64,
  attributes: 64,
  /** Characters of one tag, or of everything between two tags. */
  tokenLength: 1_000_000,
} as const;

const TOKEN_LENGTH_WORDS = formatCount(XML_LIMITS.tokenLength);
/** Characters given to the parser at once: it cannot be stopped within them. */
const PIECE_LENGTH = 65_536;

/** What goes by while a document is read. Names are without their prefix, lines count from 1. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  /** Text and CDATA of the element that is open, in one or several parts. */
  text(text: string): void;
  close(name: string): void;
}

/**
 * Reads a document as a stream in bounded memory; yields after each piece, so that what the handler found can be taken
 * on. Nothing outside the document is loaded, and a document type declaration is refused.
 *
 * @throws LabelFormatError where it is not well-formed or beyond {@link XML_LIMITS}
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ fragment: false });
  let depth = 0;
  let attributes = 0;
  let tokenStart = 0;
  const refuse = (reason: string): never => {
    throw new LabelFormatError(`line ${parser.line}: ${reason}`);
  };
  const endToken = () => {
    tokenStart = parser.position;
  };
  // Each further kind of event would make the parser four times as slow: its object then has too many properties for
  // the engine's fast path. Comments and instructions therefore count with what is around them.
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > XML_LIMITS.attributes) refuse(`an element has more than ${XML_LIMITS.attributes} attributes`);
  });
  parser.on('opentag', (tag) => {
    endToken();
    attributes = 0;
    depth += 1;
    if (depth > XML_LIMITS.depth) refuse(`elements are nested deeper than ${XML_LIMITS.depth}`);
    handler.open(localName(tag.name), tag.attributes as Record<string, string>, parser.line);
  });
  parser.on('text', (text) => {
    endToken();
    handler.text(text);
  });
  parser.on('cdata', (text) => {
    endToken();
    handler.text(text);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    endToken();
    handler.close(localName(tag.name));
  });
  parser.on('doctype', () => refuse('a document type declaration is not read'));
  parser.on('error', (error) => {
    throw new LabelFormatError(`not well-formed XML: ${error.message}`);
  });
  for await (const text of decodeText(bytes)) {
    for (let start = 0; start < text.length; start += PIECE_LENGTH) {
      parser.write(text.slice(start, start + PIECE_LENGTH));
      if (parser.position - tokenStart > XML_LIMITS.tokenLength) {
        refuse(`a tag, or what is between two tags, is longer than ${TOKEN_LENGTH_WORDS} characters`);
      }
      yield;
    }
  }
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
