import type { SeenTransaction } from '../../sources/seen-transaction.ts';
import { type AccountSource, type CoinSource, type SourceCall, SourceError } from '../../sources/sources.ports.ts';
import { CHAIN_OPTIONS, type ChainOptions, firstAnswer } from './first-answer.ts';

/** Several sources of one coin network as one: asked in order, the next where one fails or is slow. */
export function coinChain(members: readonly CoinSource[], options: ChainOptions = CHAIN_OPTIONS): CoinSource {
  const facts = factsOf(members);
  const first = askFirst(members, options);
  return {
    ...facts,
    ledger: 'utxo',
    canAsk: (asset) => members.some((member) => member.canAsk(asset)),
    tip: (call) => first(call, (member, each) => member.tip(each)),
    transactionsOf: (ask, call) =>
      pageOf(members, ask, call, options, (member, own, each) => member.transactionsOf(own, each)),
    transactions: (ids, call) => first(call, (member, each) => member.transactions(ids, each)),
    spends: (id, call) => first(call, (member, each) => member.spends(id, each)),
    lookUp: (id, call) => lookUpOf(members, id, call, options),
    counters: (address, call) => first(call, (member, each) => member.counters(address, each)),
  };
}

/** The same for a network that moves balances; only members that can be asked for the asset are. */
export function accountChain(members: readonly AccountSource[], options: ChainOptions = CHAIN_OPTIONS): AccountSource {
  const facts = factsOf(members);
  const first = askFirst(members, options);
  const askable = (asset: Parameters<AccountSource['canAsk']>[0]) => members.filter((member) => member.canAsk(asset));
  return {
    ...facts,
    ledger: 'account',
    canAsk: (asset) => askable(asset).length > 0,
    tip: (call) => first(call, (member, each) => member.tip(each)),
    transfers: (ask, call) =>
      pageOf(askable(ask.asset), ask, call, options, (member, own, each) => member.transfers(own, each)),
    lookUp: (id, call) => lookUpOf(members, id, call, options),
    balance: (asset, account, call) =>
      askFirst(askable(asset), options)(call, (member, each) => member.balance(asset, account, each)),
    counters: (asset, account, call) =>
      askFirst(askable(asset), options)(call, (member, each) => member.counters(asset, account, each)),
  };
}

interface Member {
  readonly network: CoinSource['network'];
  readonly providers: readonly string[];
  readonly concurrency: number;
}

function factsOf(members: readonly Member[]): Member {
  const [head] = members;
  if (head === undefined) throw new RangeError('A chain has at least one member');
  return {
    network: head.network,
    providers: members.flatMap(({ providers }) => providers),
    concurrency: head.concurrency,
  };
}

function askFirst<Source extends Member>(members: readonly Source[], options: ChainOptions) {
  return <Answer>(call: SourceCall, ask: (member: Source, call: SourceCall) => Promise<Answer>): Promise<Answer> => {
    if (members.length === 0) throw nobodyCan('that asset');
    return firstAnswer(members, call, ask, options);
  };
}

/**
 * Providers hold different transactions that wait for a block, and are behind one another by seconds: where one does not
 * know a transaction, the others are asked once, as many requests as there are members.
 */
async function lookUpOf<Source extends Member & Pick<CoinSource, 'lookUp'>>(
  members: readonly Source[],
  id: string,
  call: SourceCall,
  options: ChainOptions,
): Promise<SeenTransaction> {
  let left = members;
  let unknown: SeenTransaction | null = null;
  for (;;) {
    const asked = left;
    const seen: SeenTransaction = await firstAnswer(
      asked,
      call,
      (member, each) => member.lookUp(id, each),
      options,
    ).catch((error: unknown) => {
      // That one of them does not know it stays true where the others cannot be asked.
      if (unknown !== null && error instanceof SourceError && error.fault.kind !== 'cancelled') return unknown;
      throw error;
    });
    left = left.filter(({ providers }) => !providers.includes(seen.provider));
    if (seen.is !== 'unknown' || left.length === 0 || seen === unknown) return seen;
    unknown = seen;
  }
}

/** The next page is requested from the provider that gave this one: its cursor means nothing to the others. */
async function pageOf<
  Source extends Member,
  Ask extends { readonly cursor: string | null },
  Page extends { readonly next: string | null; readonly provider: string },
>(
  members: readonly Source[],
  ask: Ask,
  call: SourceCall,
  options: ChainOptions,
  read: (member: Source, ask: Ask, call: SourceCall) => Promise<Page>,
): Promise<Page> {
  const [, name, own] = ask.cursor === null ? [] : (/^([^|]+)\|(.*)$/s.exec(ask.cursor) ?? []);
  if (ask.cursor !== null && own === undefined) throw nobodyCan('what follows a page of somebody else');
  const asked = name === undefined ? members : members.filter(({ providers }) => providers.includes(name));
  if (asked.length === 0) throw nobodyCan(name === undefined ? 'that asset' : 'what follows a page of somebody else');
  const page = await firstAnswer(
    asked,
    call,
    (member, each) => read(member, { ...ask, cursor: own ?? null }, each),
    options,
  );
  return page.next === null ? page : { ...page, next: `${page.provider}|${page.next}` };
}

function nobodyCan(what: string): SourceError {
  return new SourceError({ kind: 'not-supported', provider: 'the chain', what });
}
