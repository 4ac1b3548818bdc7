import { type ParsedItem, rejectionOf } from '../label-claim.ts';
import type { LabelInput } from './parser.ts';
import { readYamlSequence, textOf, textsOf } from './yaml-sequence.ts';

/**
 * GraphSense ActorPack: entities that tags name by id. It carries no addresses; it gives labels of these entities
 * one name and, where the tag itself states none, a category.
 * https://github.com/graphsense/graphsense-tagpacks/wiki/GraphSense-Actors
 */
export async function* parseActorPack(input: LabelInput): AsyncGenerator<ParsedItem> {
  for await (const item of readYamlSequence(input.bytes, 'actors')) {
    if (item.kind === 'broken') {
      yield rejectionOf(item.line, item.reason, item.text);
      continue;
    }
    const actor = textOf(item.value, 'id');
    if (actor === undefined) {
      yield rejectionOf(item.line, 'no actor id', JSON.stringify(item.value));
      continue;
    }
    const words = Object.hasOwn(item.value, 'categories') ? item.value : item.header;
    yield {
      kind: 'actor',
      claim: {
        line: item.line,
        actor,
        name: textOf(item.value, 'label') ?? actor,
        words: textsOf(words, 'categories'),
      },
    };
  }
}
