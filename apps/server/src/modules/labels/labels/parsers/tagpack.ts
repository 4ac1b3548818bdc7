import { type ParsedItem, rejectionOf } from '../label-claim.ts';
import type { LabelInput } from './parser.ts';
import { readYamlSequence, textOf, textsOf, type YamlMap } from './yaml-sequence.ts';

/** Packs made from the Treasury's own list carry no word that says so, only its address. */
const OFAC_LIST = /^https?:\/\/(www\.)?(treasury\.gov\/ofac\/downloads\/|sanctionslistservice\.ofac\.treas\.gov\/)/;

/**
 * GraphSense TagPack: a header whose fields every tag inherits, and a list of tags that may override each.
 * https://github.com/graphsense/graphsense-tagpacks/wiki/GraphSense-TagPacks
 */
export async function* parseTagPack(input: LabelInput): AsyncGenerator<ParsedItem> {
  for await (const item of readYamlSequence(input.bytes, 'tags')) {
    if (item.kind === 'broken') yield rejectionOf(item.line, item.reason, item.text);
    else yield readTag(item.line, item.header, item.value);
  }
}

function readTag(line: number, header: YamlMap, tag: YamlMap): ParsedItem {
  const field = (key: string): string | undefined => textOf(tag, key) ?? textOf(header, key);
  const fields = (key: string): readonly string[] =>
    Object.hasOwn(tag, key) ? textsOf(tag, key) : textsOf(header, key);
  const address = textOf(tag, 'address');
  if (address === undefined) {
    return rejectionOf(
      line,
      textOf(tag, 'tx_hash') ? 'labels a transaction, not an address' : 'no address',
      JSON.stringify(tag),
    );
  }
  const chain = field('network') ?? field('currency');
  if (chain === undefined) return rejectionOf(line, 'no currency', address);
  const source = field('source');
  const isOfacList = source !== undefined && OFAC_LIST.test(source);
  const actor = field('actor');
  return {
    kind: 'label',
    claim: {
      line,
      address,
      chain,
      entity: field('label') ?? actor ?? textOf(header, 'title') ?? '',
      actor,
      words: [...(isOfacList ? ['sanction'] : []), ...fields('abuse'), ...fields('category'), ...fields('concepts')],
      confidence: field('confidence') ?? (isOfacList ? 'authority_data' : undefined),
      sourceUrl: source,
      sourceDate: field('lastmod'),
    },
  };
}
