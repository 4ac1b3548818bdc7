import { describe, expect, it } from 'vitest';
import { parseOfacXml } from './ofac-xml.ts';
import { LabelFormatError } from './parser.ts';
import { readXml, XML_LIMITS } from './xml-elements.ts';

const START = '<?xml version="1.0"?>\n<Sanctions>';
const MEGABYTES = 6;

/** The given text again and again, in chunks as a file gives them, until there are 6 MB of it. */
function* repeated(text: string): Generator<string> {
  const chunk = text.repeat(Math.ceil(50_000 / text.length));
  for (let sent = 0; sent < MEGABYTES * 1e6; sent += chunk.length) yield chunk;
}

function* distinctAttributes(): Generator<string> {
  for (let index = 0; index < 500_000; index += 1) yield ` a${index}=""`;
}

interface Fed {
  readonly bytes: AsyncIterable<Uint8Array>;
  sent: number;
}

function fed(...parts: readonly (string | Iterable<string>)[]): Fed {
  const state = { sent: 0, bytes: read() };
  async function* read(): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      for (const text of typeof part === 'string' ? [part] : part) {
        state.sent += text.length;
        yield Buffer.from(text);
      }
    }
  }
  return state;
}

async function failureOf({ bytes }: Fed): Promise<string> {
  try {
    for await (const item of parseOfacXml({ name: 'sdn.xml', bytes })) expect.fail(JSON.stringify(item));
  } catch (error) {
    expect(error).toBeInstanceOf(LabelFormatError);
    return String(error);
  }
  return '';
}

describe('an XML list of labels', () => {
  const deep = `elements are nested deeper than ${XML_LIMITS.depth}`;
  const long = 'a tag, or what is between two tags, is longer than 1,000,000 characters';

  it.each<[string, string, readonly (string | Iterable<string>)[]]>([
    ['nested elements', deep, [START, repeated('<a>')]],
    ['nested features', deep, [START, repeated('<Feature FeatureTypeID="1">')]],
    ['attributes', 'an element has more than 64 attributes', [START, '<a', distinctAttributes(), '/></Sanctions>']],
    ['a value', long, [START, '<a b="', repeated('x'), '"/></Sanctions>']],
    ['a name', long, [START, '<', repeated('x'), '/></Sanctions>']],
    ['a text', long, [START, repeated('x'), '</Sanctions>']],
    ['a text of entities', long, [START, repeated('&amp;'), '</Sanctions>']],
    ['CDATA', long, [START, '<![CDATA[', repeated('x'), ']]></Sanctions>']],
    ['a comment', long, [START, '<!--', repeated('x'), '--></Sanctions>']],
    ['an instruction', long, [START, '<?a ', repeated('x'), '?></Sanctions>']],
    [
      'parts of a name',
      'more than 100 parts of one name',
      [START, '<Alias Primary="true">', repeated('<NamePartValue>x</NamePartValue>')],
    ],
  ])('is refused at the limit, long before its 6 MB of %s are read', async (_kind, reason, parts) => {
    const document = fed(...parts);
    expect(await failureOf(document)).toContain(reason);
    expect(document.sent).toBeLessThan(1_300_000);
  });

  it('is refused with a document type declaration, which could define entities', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><Sanctions>&c;</Sanctions>';
    expect(await failureOf(fed(bomb))).toContain('a document type declaration is not read');
  });

  it('says the line of the limit', async () => {
    expect(await failureOf(fed(START, `\n${'<a>'.repeat(80)}`))).toContain('line 3: elements are nested');
  });

  it('reads elements at the limits, and text that comes in parts', async () => {
    const seen: string[] = [];
    const names = Array.from({ length: XML_LIMITS.attributes }, (_, index) => `a${index}="${index}"`).join(' ');
    const inner = XML_LIMITS.depth - 1;
    const { bytes } = fed(
      `<p:root ${names}>${'<p:a>'.repeat(inner)}`,
      'te',
      'xt &amp;',
      `<![CDATA[<>]]>${'</p:a>'.repeat(inner)}</p:root>`,
    );
    const handler = {
      open: (name: string, attributes: Readonly<Record<string, string>>) => {
        seen.push(`${name} ${Object.keys(attributes).length}`);
      },
      text: (text: string) => {
        seen.push(text);
      },
      close: (name: string) => {
        seen.push(`/${name}`);
      },
    };
    for await (const _piece of readXml(bytes, handler)) expect(seen.length).toBeGreaterThan(0);
    expect(seen[0]).toBe('root 64');
    expect(seen.slice(1, inner + 1)).toEqual(Array.from({ length: inner }, () => 'a 0'));
    expect(seen.slice(inner + 1, -XML_LIMITS.depth).join('')).toBe('text &<>');
    expect(seen.at(-1)).toBe('/root');
  });
});
