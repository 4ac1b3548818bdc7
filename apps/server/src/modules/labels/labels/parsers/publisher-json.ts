import { type ParsedItem, rejectionOf } from '../label-claim.ts';
import { readJsonArray } from './json-array.ts';
import type { LabelInput } from './parser.ts';

type JsonObject = { readonly [key: string]: unknown };

/** mempool's `pools-v2.json`: mining pools with the addresses their coinbase transactions pay. */
export async function* parseMiningPools(input: LabelInput): AsyncGenerator<ParsedItem> {
  for await (const { line, value, text } of readObjects(input)) {
    const name = value === null ? undefined : textField(value, 'name');
    const { addresses }: { readonly addresses?: unknown } = value ?? {};
    if (value === null || name === undefined || !Array.isArray(addresses)) {
      yield rejectionOf(line, 'expected an object with "name" and "addresses"', text);
      continue;
    }
    for (const address of addresses) {
      if (typeof address !== 'string') yield rejectionOf(line, 'an address is no text', text);
      else {
        const sourceUrl = textField(value, 'link');
        yield {
          kind: 'label',
          claim: {
            line,
            address,
            chain: 'BTC',
            entity: name,
            words: ['mining_pool'],
            confidence: 'community',
            sourceUrl,
          },
        };
      }
    }
  }
}

/** MyEtherWallet's `addresses-darklist.json`: Ethereum addresses its users were defrauded through. */
export async function* parseDarklist(input: LabelInput): AsyncGenerator<ParsedItem> {
  for await (const { line, value, text } of readObjects(input)) {
    const address = value === null ? undefined : textField(value, 'address');
    if (value === null || address === undefined) {
      yield rejectionOf(line, 'expected an object with "address"', text);
      continue;
    }
    yield {
      kind: 'label',
      claim: {
        line,
        address,
        chain: 'ETH',
        entity: textField(value, 'comment') ?? 'Darklisted address',
        words: ['darklist'],
        confidence: 'community',
        sourceUrl: 'https://github.com/MyEtherWallet/ethereum-lists',
        sourceDate: textField(value, 'date'),
      },
    };
  }
}

async function* readObjects(
  input: LabelInput,
): AsyncGenerator<{ readonly line: number; readonly value: JsonObject | null; readonly text: string }> {
  for await (const { line, text } of readJsonArray(input.bytes)) yield { line, value: parseObject(text), text };
}

/** Null when the text is no JSON object. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textField(value: JsonObject, key: string): string | undefined {
  const field = value[key];
  return typeof field === 'string' && field.trim() !== '' ? field : undefined;
}
