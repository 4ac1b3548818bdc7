import { CommandError, EXIT } from '../exit.ts';

export const LIMIT_OPTION = ['-n, --limit <number>', 'how many at most', '20'] as const;
const MOST = 10_000;

/**
 * The first items of a list, as many pages as that takes.
 *
 * @throws CommandError where the limit is no number from 1 to 10,000
 */
export async function readUpTo<Item>(limit: string, list: AsyncIterable<Item>): Promise<readonly Item[]> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > MOST) {
    throw new CommandError(`--limit is '${limit}', not a number from 1 to ${MOST}.`, EXIT.usage);
  }
  const items: Item[] = [];
  for await (const item of list) {
    items.push(item);
    if (items.length === most) break;
  }
  return items;
}
