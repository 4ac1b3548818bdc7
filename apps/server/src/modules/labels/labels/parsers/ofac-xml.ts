import { formatCount } from '@assay/wording';
import type { ParsedItem } from '../label-claim.ts';
import { LabelFormatError, type LabelInput } from './parser.ts';
import { readXml, type XmlHandler } from './xml-elements.ts';

const FEATURE_PREFIX = 'Digital Currency Address - ';
const MAX_TEXT_LENGTH = 10_000;
/** Most of anything that is kept until a later element: the list has below a hundred kinds and a few thousand addresses. */
const MAX_KEPT = { kinds: 1_000, nameParts: 100, programmes: 100, addresses: 200_000 } as const;

interface DateParts {
  Year?: string;
  Month?: string;
  Day?: string;
}

interface ListedAddress {
  readonly line: number;
  readonly code: string;
  readonly address: string;
}

interface Party {
  readonly line: number;
  /** The id of the entry: FixedRef, which is also its page on the Treasury's search. */
  readonly uid: string;
  profile: string;
  /** The list says that this is an organisation, a vessel and the like: its name is no person's. */
  mayKeepName: boolean;
  names: string[];
  addresses: ListedAddress[];
}

/** State while the elements go by. Only parties that hold a digital currency address are kept. */
class SdnReader implements XmlHandler {
  readonly done: ParsedItem[] = [];
  private readonly path: string[] = [];
  private readonly currencyOfFeature = new Map<string, string>();
  private readonly waiting = new Map<string, Party>();
  private party: Party | null = null;
  private feature: { readonly code: string; readonly line: number } | null = null;
  private featureId = '';
  private isPrimaryAlias = false;
  private nameParts: string[] = [];
  private content = '';
  private readonly issued: DateParts = {};
  private entry: {
    readonly profile: string;
    date: DateParts;
    programmes: string[];
    isProgramme: boolean;
  } | null = null;
  private readonly programmeTypes = new Set<string>();
  private partyTypeId = '';
  private individualId: string | null = null;
  /** The type of each kind of party. The list gives kinds before types. */
  private readonly typeOfKind = new Map<string, string>();
  private sanctionsTypeId = '';
  private addressesKept = 0;
  sawRoot = false;

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    if (this.path.length === 0) {
      if (name !== 'Sanctions') throw new LabelFormatError(`expected <Sanctions>, found <${name}>`);
      this.sawRoot = true;
    }
    this.path.push(name);
    this.content = '';
    if (name === 'FeatureType') this.featureId = attributes['ID'] ?? '';
    else if (name === 'SanctionsType') this.sanctionsTypeId = attributes['ID'] ?? '';
    else if (name === 'PartyType') this.partyTypeId = attributes['ID'] ?? '';
    else if (name === 'PartySubType') this.keepKind(attributes['ID'] ?? '', attributes['PartyTypeID'] ?? '');
    else if (name === 'DistinctParty') {
      this.party = {
        line,
        uid: attributes['FixedRef'] ?? '',
        profile: '',
        mayKeepName: false,
        names: [],
        addresses: [],
      };
    } else if (name === 'Profile' && this.party) {
      this.party.profile = attributes['ID'] ?? '';
      this.party.mayKeepName = this.isNoPerson(attributes['PartySubTypeID'] ?? '');
    } else if (name === 'Alias') {
      this.isPrimaryAlias = attributes['Primary'] === 'true';
      this.nameParts = [];
    } else if (name === 'Feature') {
      const code = this.currencyOfFeature.get(attributes['FeatureTypeID'] ?? '');
      this.feature = code === undefined ? null : { code, line };
    } else if (name === 'SanctionsEntry') {
      this.entry = { profile: attributes['ProfileID'] ?? '', date: {}, programmes: [], isProgramme: false };
    } else if (name === 'SanctionsMeasure' && this.entry) {
      this.entry.isProgramme = this.programmeTypes.has(attributes['SanctionsTypeID'] ?? '');
    }
  }

  text(text: string): void {
    if (this.content.length < MAX_TEXT_LENGTH) this.content += text.slice(0, MAX_TEXT_LENGTH);
  }

  close(name: string): void {
    const text = this.content.trim();
    this.content = '';
    const parent = this.path.at(-2);
    if (name === 'FeatureType' && text.startsWith(FEATURE_PREFIX)) {
      keepWithin('kinds', this.currencyOfFeature.size);
      this.currencyOfFeature.set(this.featureId, text.slice(FEATURE_PREFIX.length).trim());
    } else if (name === 'PartyType' && text === 'Individual') this.individualId = this.partyTypeId;
    else if (name === 'SanctionsType' && text === 'Program') {
      keepWithin('kinds', this.programmeTypes.size);
      this.programmeTypes.add(this.sanctionsTypeId);
    } else if (name === 'NamePartValue' && this.isPrimaryAlias && text !== '') {
      keepWithin('nameParts', this.nameParts.length);
      this.nameParts.push(text);
    } else if (name === 'DocumentedName' && this.isPrimaryAlias && this.nameParts.length > 0) {
      // The first is the listed one.
      if (this.party?.mayKeepName === true && this.party.names.length === 0)
        this.party.names.push(this.nameParts.join(' '));
      this.nameParts = [];
    } else if (name === 'VersionDetail' && this.feature && text !== '') {
      keepWithin('addresses', this.addressesKept);
      this.addressesKept += 1;
      this.party?.addresses.push({ ...this.feature, address: text });
    } else if (name === 'Feature') this.feature = null;
    else if (name === 'DistinctParty') this.keepParty();
    else if (name === 'Comment' && parent === 'SanctionsMeasure' && this.entry?.isProgramme && text !== '') {
      keepWithin('programmes', this.entry.programmes.length);
      this.entry.programmes.push(text);
    } else if (name === 'Year' || name === 'Month' || name === 'Day') this.keepDatePart(name, text, parent);
    else if (name === 'SanctionsEntry') this.closeEntry();
    this.path.pop();
  }

  finish(): void {
    for (const party of this.waiting.values()) this.emit(party, undefined, []);
    this.waiting.clear();
  }

  private keepKind(id: string, type: string): void {
    keepWithin('kinds', this.typeOfKind.size);
    this.typeOfKind.set(id, type);
  }

  /** False too where the list does not say which type is a person's. */
  private isNoPerson(kind: string): boolean {
    const type = this.typeOfKind.get(kind);
    return this.individualId !== null && type !== undefined && type !== this.individualId;
  }

  private keepParty(): void {
    if (this.party && this.party.addresses.length > 0)
      this.waiting.set(detached(this.party.profile), detachedParty(this.party));
    this.party = null;
  }

  private keepDatePart(name: keyof DateParts, text: string, parent: string | undefined): void {
    if (parent === 'DateOfIssue' && this.path.length === 3) this.issued[name] = text;
    else if (parent === 'Date' && this.entry && this.path.at(-3) === 'EntryEvent') this.entry.date[name] ??= text;
  }

  private closeEntry(): void {
    const party = this.entry ? this.waiting.get(this.entry.profile) : undefined;
    if (this.entry && party) {
      this.emit(party, dateOfParts(this.entry.date), this.entry.programmes);
      this.addressesKept -= party.addresses.length;
      this.waiting.delete(this.entry.profile);
    }
    this.entry = null;
  }

  private emit(party: Party, designated: string | undefined, programmes: readonly string[]): void {
    const name = party.names[0];
    const programme = programmes.length > 0 ? `: ${[...new Set(programmes)].join(', ')}` : '';
    for (const { line, code, address } of party.addresses) {
      this.done.push({
        kind: 'label',
        claim: {
          line,
          address,
          chain: code,
          entity: name === undefined ? `OFAC SDN entry ${party.uid}${programme}` : `${name} (OFAC SDN${programme})`,
          words: ['sanctions'],
          confidence: 'authority',
          sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(party.uid)}`,
          sourceDate: dateOfParts(this.issued),
          validFrom: designated,
        },
      });
    }
  }
}

/**
 * OFAC's SDN list in its Advanced XML form: every "Digital Currency Address - …" feature of every party, with the
 * party's listed name, its programmes and its day of designation. Names of natural persons are not kept: the number of
 * their entry is enough to find them with the Treasury.
 * https://sanctionslist.ofac.treas.gov/Home/SdnList
 */
export async function* parseOfacXml(input: LabelInput): AsyncGenerator<ParsedItem> {
  const reader = new SdnReader();
  for await (const _piece of readXml(input.bytes, reader)) yield* reader.done.splice(0);
  if (!reader.sawRoot) throw new LabelFormatError('expected <Sanctions>, found an empty file');
  reader.finish();
  yield* reader.done.splice(0);
}

function keepWithin(what: keyof typeof MAX_KEPT, kept: number): void {
  if (kept < MAX_KEPT[what]) return;
  throw new LabelFormatError(`more than ${formatCount(MAX_KEPT[what])} ${KEPT_NAMES[what]}`);
}

const KEPT_NAMES = {
  kinds: 'types of features or sanctions',
  nameParts: 'parts of one name',
  programmes: 'programmes of one entry',
  addresses: 'addresses that wait for their entry',
} as const satisfies Record<keyof typeof MAX_KEPT, string>;

/** A piece of a text keeps the whole text in memory; a party waits long, so it gets copies. */
function detachedParty(party: Party): Party {
  return {
    line: party.line,
    uid: detached(party.uid),
    profile: detached(party.profile),
    mayKeepName: party.mayKeepName,
    names: party.names.slice(0, 1).map(detached),
    addresses: party.addresses.map(({ line, code, address }) => ({ line, code, address: detached(address) })),
  };
}

function detached(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function dateOfParts(parts: DateParts): string | undefined {
  const { Year: year, Month: month, Day: day } = parts;
  if (!year || !month || !day) return undefined;
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
