import type { Sentence } from '../../score/sentence.ts';
import type { Sentences8 } from './write-texts.ts';

/** Why the method was not asked at all. */
export type NoAnswer = 'not_traceable' | 'sources_failed' | 'unreadable' | 'burn_address';

interface Said {
  readonly headline: string;
  readonly advice: string;
  readonly text: string;
  readonly why: string;
}

/** In English, by reason; another language needs the codes alone, which have no parameters. */
const SAID: Readonly<Record<NoAnswer, Said>> = {
  not_traceable: {
    headline: 'The network of this asset is not followed.',
    advice: 'Ask where the money comes from before a large payment.',
    text: 'Of an address of this asset only labels are read, and this one has none that decides.',
    why: 'No stars: the transfers of this asset are not followed.',
  },
  sources_failed: {
    headline: 'No source answered.',
    advice: 'Check it again later.',
    text: 'No source of transfers answered, so nothing can be said of this address.',
    why: 'No stars: no source of transfers answered.',
  },
  unreadable: {
    headline: 'What a source answered could not be read.',
    advice: 'Check it again later.',
    text: 'A source of transfers answered, but what it answered could not be read, so nothing can be said of this address.',
    why: 'No stars: what a source of transfers answered could not be read.',
  },
  burn_address: {
    headline: 'A mint or burn address.',
    advice: 'Send nothing here: it would be destroyed.',
    text: 'This is a mint or burn address of the network, which nobody holds a key to; it is nobody’s wallet.',
    why: 'No stars: a mint or burn address is nobody’s wallet.',
  },
};

/** What is said where the method was not asked (docs/method/3, section 3, for mint and burn addresses). */
export function sayNoAnswer(reason: NoAnswer): Sentences8 {
  const say = (part: keyof Said): readonly Sentence[] => [
    { code: `${part}_${reason}`, params: {}, text: SAID[reason][part] },
  ];
  return {
    ...{ headline: say('headline'), belowVerdict: [], advice: say('advice'), text: say('text'), why: say('why') },
    wouldChange: [],
  };
}
