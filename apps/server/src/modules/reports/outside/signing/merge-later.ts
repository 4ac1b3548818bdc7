interface Entry {
  readonly valid_to: string | null;
  readonly compromised_from?: string | undefined;
  readonly compromised_signers?: readonly { readonly sha256: string; readonly compromised_from: string }[] | undefined;
}

/**
 * What a list of a backup and a later one of the same installation say together: an end or a mark that either has stays,
 * the earlier one of two. The secret of an entry that only the later list has is lost, so it has ended.
 */
export function mergeLater<Name extends string, Published extends Entry & Readonly<Record<Name, string>>>(
  own: readonly Published[],
  later: readonly Published[],
  name: Name,
  now: Date,
): readonly Published[] {
  const lost = later
    .filter((one) => !own.some((other) => other[name] === one[name]))
    .map((one) => ({ ...one, valid_to: one.valid_to ?? now.toISOString() }));
  const known = own.map((one) => {
    const other = later.find((entry) => entry[name] === one[name]);
    return other === undefined ? one : both(one, other);
  });
  return [...known, ...lost];
}

function both<Published extends Entry>(one: Published, other: Published): Published {
  const mark = earlier(one.compromised_from, other.compromised_from);
  const signers = [...(one.compromised_signers ?? []), ...(other.compromised_signers ?? [])];
  const bySha = new Map<string, string>();
  for (const { sha256, compromised_from: from } of signers) bySha.set(sha256, earlier(bySha.get(sha256), from) ?? from);
  return {
    ...one,
    valid_to: earlier(one.valid_to ?? undefined, other.valid_to ?? undefined) ?? null,
    ...(mark === undefined ? {} : { compromised_from: mark }),
    ...(bySha.size === 0
      ? {}
      : { compromised_signers: [...bySha].map(([sha256, from]) => ({ sha256, compromised_from: from })) }),
  };
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Date.parse(one) <= Date.parse(other) ? one : other;
}
