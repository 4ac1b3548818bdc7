/** A side of a transaction, as the form of its page names it. */
export interface ChosenSide {
  readonly direction: 'deposit' | 'withdrawal';
  readonly address: string;
}

/** The value of a side's button. */
export function valueOfSide({ direction, address }: ChosenSide): string {
  return `${direction}:${address}`;
}

/** The other way; null where nothing, or nothing that the page offers, was chosen. */
export function sideOf(value: string): ChosenSide | null {
  const [, direction, address] = /^(deposit|withdrawal):(.+)$/.exec(value) ?? [];
  if (address === undefined || (direction !== 'deposit' && direction !== 'withdrawal')) return null;
  return { direction, address };
}
