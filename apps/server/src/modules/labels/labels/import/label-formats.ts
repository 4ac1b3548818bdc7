import { parseActorPack } from '../parsers/actorpack.ts';
import { parseNbctfCsv } from '../parsers/nbctf-csv.ts';
import { parseOfacList } from '../parsers/ofac-list.ts';
import { parseOfacSdnCsv } from '../parsers/ofac-sdn-csv.ts';
import { parseOfacXml } from '../parsers/ofac-xml.ts';
import { parseLabelCsv, parseLabelJsonLines } from '../parsers/own-formats.ts';
import type { LabelParser } from '../parsers/parser.ts';
import { parseDarklist, parseMiningPools } from '../parsers/publisher-json.ts';
import { parseTagPack } from '../parsers/tagpack.ts';

export interface LabelFormat {
  readonly title: string;
  readonly parse: LabelParser;
  /** Our own formats: a word outside the tables is a mistake in the file. */
  readonly strict: boolean;
  /** Set the import replaces unless another is named. */
  readonly setName: string | null;
}

export const LABEL_FORMATS = {
  'ofac-xml': { title: 'OFAC SDN Advanced XML', parse: parseOfacXml, strict: false, setName: 'ofac-sdn' },
  'ofac-csv': { title: 'OFAC legacy SDN.CSV', parse: parseOfacSdnCsv, strict: false, setName: 'ofac-sdn' },
  'ofac-list': { title: 'plain list of OFAC addresses', parse: parseOfacList, strict: false, setName: 'ofac-list' },
  'nbctf-csv': {
    title: 'table of Israeli seizure orders',
    parse: parseNbctfCsv,
    strict: false,
    setName: 'nbctf-seizure-orders',
  },
  tagpack: { title: 'GraphSense TagPack', parse: parseTagPack, strict: false, setName: 'graphsense-tagpacks' },
  actorpack: { title: 'GraphSense ActorPack', parse: parseActorPack, strict: false, setName: 'graphsense-actors' },
  'mining-pools': { title: 'mempool mining pools', parse: parseMiningPools, strict: false, setName: 'mining-pools' },
  darklist: { title: 'MyEtherWallet darklist', parse: parseDarklist, strict: false, setName: 'mew-darklist' },
  csv: { title: 'labels as CSV', parse: parseLabelCsv, strict: true, setName: null },
  jsonl: { title: 'labels as JSON Lines', parse: parseLabelJsonLines, strict: true, setName: null },
} as const satisfies Record<string, LabelFormat>;

export type LabelFormatId = keyof typeof LABEL_FORMATS;

export const LABEL_FORMAT_IDS = Object.keys(LABEL_FORMATS) as readonly LabelFormatId[];

export function isLabelFormat(value: string): value is LabelFormatId {
  return Object.hasOwn(LABEL_FORMATS, value);
}
