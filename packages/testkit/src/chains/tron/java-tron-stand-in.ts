import { type Answer, type Asked, type FaultyServer, startFaultyServer } from '../faulty-server.ts';
import type { BuiltBlock, JavaTronChain } from './java-tron-chain.ts';

/** How the node treats its chain; what is not stated is as it should be. */
export interface JavaTronBehaviour {
  /** Blocks below the chain's tip that it has not received yet. */
  lagsBy?: number;
  /** Blocks below its tip that may be undone: 19 on the main network. */
  unsolidified?: number;
  /** The results of blocks below this height are deleted. */
  prunedBelow?: number;
  /** A lite node, which answers nothing of the history. */
  isLite?: boolean;
  /** No inner transactions, as without `vm.saveInternalTx`. */
  leavesOutInner?: boolean;
  /** Only the first half of the results of a block. */
  halfOfResults?: boolean;
  /** Results as of another block. */
  resultsOf?: number;
  /** Its own limit of requests is reached. */
  isBusy?: boolean;
  /** Most of its peers are ahead of it. */
  isSyncing?: boolean;
  /** Paths it does not serve. */
  closed?: readonly string[];
  /** Changes a block before it is printed, as a node does that lies. */
  forge?: (json: Record<string, unknown>, height: number) => Record<string, unknown>;
}

/** A node of Tron: its server, what it does, and the chain it has, which can be exchanged. */
export interface JavaTronStandIn extends FaultyServer {
  readonly behaviour: JavaTronBehaviour;
  useChain(chain: JavaTronChain): void;
}

const MOST_BLOCKS = 100;
const SOLID_AFTER = 19;
const LITE = 'this API is closed because this node is a lite fullnode';
const BUSY = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' };
const HISTORY = ['getblockbynum', 'getblock', 'getblockbylimitnext', 'gettransactioninfobyblocknum'];

/**
 * The parts of java-tron's HTTP API that following needs, in front of a generated chain. It speaks the protocol as
 * java-tron's documentation and source state it; it is no node, and nothing was compared with a running one.
 */
export async function startJavaTronStandIn(first: JavaTronChain): Promise<JavaTronStandIn> {
  const behaviour: JavaTronBehaviour = {};
  let chain = first;
  const server = await startFaultyServer((asked): Answer => {
    const path = asked.path.split('/').at(-1) ?? '';
    if (behaviour.closed?.some((closed) => asked.path.startsWith(closed)) === true) {
      return { status: 404, body: print({ Error: 'this API is unavailable due to config' }) };
    }
    if (behaviour.isBusy === true) return good(BUSY);
    if (behaviour.isLite === true && HISTORY.includes(path)) return { status: 200, body: LITE };
    const question = questionOf(asked);
    if (question === null) {
      return good({ Error: 'class org.tron.json.JSONException : syntax error, pos 1' });
    }
    return answer(asked.path, question, viewOf(chain, behaviour));
  });
  return Object.assign(server, {
    behaviour,
    useChain(other: JavaTronChain) {
      chain = other;
    },
  });
}

interface View {
  /** Blocks that the node has, from the first one. */
  readonly blocks: readonly BuiltBlock[];
  readonly behaviour: JavaTronBehaviour;
}

function viewOf(chain: JavaTronChain, behaviour: JavaTronBehaviour): View {
  return { blocks: chain.blocks.slice(0, chain.blocks.length - (behaviour.lagsBy ?? 0)), behaviour };
}

type Question = Readonly<Record<string, unknown>>;

function questionOf({ body }: Asked): Question | null {
  try {
    return body === '' ? {} : (JSON.parse(body) as Question);
  } catch {
    return null;
  }
}

function answer(path: string, question: Question, view: View): Answer {
  const { blocks, behaviour } = view;
  const solid = Math.max(0, blocks.length - 1 - (behaviour.unsolidified ?? SOLID_AFTER));
  switch (path) {
    case '/wallet/getnowblock':
      return good(printed(blocks.at(-1), behaviour));
    case '/walletsolidity/getnowblock':
      return good(printed(blocks[solid], behaviour));
    case '/wallet/getblockbynum':
      return good(printed(blocks[Number(question['num'] ?? 0)], behaviour));
    case '/wallet/getblock': {
      const { transactions: _left, ...header } = printed(blocks[Number(question['id_or_num'])], behaviour);
      return good(header);
    }
    case '/wallet/getblockbylimitnext': {
      const [from, to] = [Number(question['startNum'] ?? 0), Number(question['endNum'] ?? 0)];
      const some = to > from && to - from <= MOST_BLOCKS ? blocks.slice(from, to) : [];
      return good(some.length === 0 ? {} : { block: some.map((one) => printed(one, behaviour)) });
    }
    case '/wallet/gettransactioninfobyblocknum': {
      const num = Number(question['num'] ?? 0);
      return good(num > 0 ? infosOf(view, num) : {});
    }
    case '/wallet/getnodeinfo': {
      const name = (block: BuiltBlock | undefined) => `Num:${block?.height},ID:${block?.id}`;
      const peer = { needSyncFromPeer: behaviour.isSyncing === true, needSyncFromUs: false, remainNum: 0 };
      return good({
        beginSyncNum: 0,
        block: name(blocks.at(-1)),
        solidityBlock: name(blocks[solid]),
        currentConnectCount: 2,
        peerList: [peer, peer],
        configNodeInfo: { codeVersion: '4.8.1' },
      });
    }
    default:
      return { status: 404, body: '<html><head><title>Error 404 Not Found</title></head></html>', type: 'text/html' };
  }
}

function printed(block: BuiltBlock | undefined, { forge }: JavaTronBehaviour): Record<string, unknown> {
  if (block === undefined) return {};
  return forge === undefined ? block.json : forge(structuredClone(block.json), block.height);
}

function infosOf({ blocks, behaviour }: View, num: number): readonly unknown[] {
  const { prunedBelow = 0, halfOfResults, resultsOf, leavesOutInner } = behaviour;
  if (num < prunedBelow) return [];
  const infos = (blocks[resultsOf ?? num]?.transactions ?? []).map(({ info }) => info);
  const some = halfOfResults === true ? infos.slice(0, Math.floor(infos.length / 2)) : infos;
  if (leavesOutInner !== true) return some;
  return some.map(({ internal_transactions: _left, ...info }) => info);
}

function good(body: unknown): Answer {
  return { status: 200, body: print(body) };
}

/** JSON with whole numbers of any size, as java-tron prints `int64`. */
function print(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}n` : part)).replaceAll(
    /"(\d+)n"/g,
    '$1',
  );
}
