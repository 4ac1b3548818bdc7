import { NumberList } from './number-list.ts';
import { ASSETS } from './parties.ts';

export function listPerAsset(): readonly NumberList[] {
  return Array.from({ length: ASSETS }, () => new NumberList());
}

export function listOf(all: readonly NumberList[], asset: number): NumberList {
  const list = all[asset];
  if (list === undefined) throw new RangeError(`no asset ${asset}`);
  return list;
}
