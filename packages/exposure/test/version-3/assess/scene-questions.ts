import type { Label } from '../../../src/labels/label.ts';
import { FEE_SINK, ISSUER } from '../../../src/records/raw-records.ts';
import { assessPlanned, assessWallet, type StoreOf3 } from '../../../src/version-3/assess/assess.ts';
import type { AssessmentOf3 } from '../../../src/version-3/assess/assessment-of-3.ts';
import type { QuestionOf3 } from '../../../src/version-3/assess/question.ts';
import type { AssetTransfer } from '../../../src/version-3/store/asset-transactions.ts';
import { MemoryFlows } from '../../../src/version-3/store/memory-flows.ts';
import type { FlowWalkOptions } from '../../../src/version-3/walk/flow-walk.ts';
import type { Fraction } from '../../method-3/fraction.ts';
import { FEE } from '../../method-3/model.ts';
import {
  accountWorld,
  circumstancesOf,
  NOW,
  plannedPaymentOf,
  type Question,
  type Scene,
  statedOf,
} from '../../method-3/scene-input.ts';
import { categoryNamed, sketchedStore } from '../coin-sketches.ts';
import { labelOf } from '../histories.ts';

const MINT = '0x0000000000000000000000000000000000000000';

/** A base unit of a scene in parts, so that what a payment in dollars is of them is as good as whole. */
const PARTS = 10n ** 9n;
const DECIMALS_OF_PARTS = 9;

/** What answers a question of a scene by the engine. */
interface SceneStore {
  readonly store: StoreOf3;
  readonly decimals: number;
  /** Base units of the store in one of the scene. */
  readonly parts: bigint;
}

const labelsOf = (scene: Scene, address: string): readonly Label[] =>
  scene.labels
    .filter((label) => label.address === address)
    .map(({ category, entity, confidence }) => labelOf({ category: categoryNamed(category), entity, confidence }));

function transfersOf(scene: Scene, { address }: Question): readonly AssetTransfer[] {
  const named = (party: string): string => (party === MINT ? ISSUER : party === FEE ? FEE_SINK : party);
  const records = accountWorld(scene, address).records.toSorted((a, b) => a.order - b.order);
  const blocks = [...new Set(records.map(({ transaction }) => transaction))];
  return records.map(({ asset, sender, receiver, amount, time, order, transaction }) => ({
    block: blocks.indexOf(transaction),
    transactionIndex: 0,
    transactionId: transaction,
    kind: receiver === FEE ? 'fee' : 'token',
    index: order,
    ordinal: 0,
    from: named(sender),
    to: named(receiver),
    amount: amount * PARTS,
    asset,
    time,
  }));
}

function sceneStore(scene: Scene, question: Question): SceneStore {
  const decimals = scene.decimals ?? 8;
  if (scene.transactions !== undefined) {
    const given = scene.labels.map(({ address }) => [address, labelsOf(scene, address)[0] ?? {}] as const);
    return { store: sketchedStore(scene.transactions, Object.fromEntries(given)), decimals, parts: 1n };
  }
  const store = new MemoryFlows({
    network: 'ETH',
    asset: question.asset,
    transfers: transfersOf(scene, question),
    labelsOf: (address) => labelsOf(scene, address),
    samples: new Set(scene.sample === true ? [question.address] : []),
    notReadWhole: new Set(scene.transactions_not_read_whole),
  });
  return { store, decimals: decimals + DECIMALS_OF_PARTS, parts: PARTS };
}

function questionOf(scene: Scene, { asset, address }: Question, decimals: number): QuestionOf3 {
  const given = scene.prices[asset] ?? null;
  const priceOn = (day: string): string | null => (typeof given === 'object' ? (given?.[day] ?? null) : given);
  return {
    asset,
    address,
    cutOff: NOW,
    prices: {
      decimals,
      usdOn: (day) => {
        const price = priceOn(day);
        return price === null ? null : Number(price);
      },
    },
    reviewedList: {
      version: 'scene',
      has: circumstancesOf(scene, { kind: 'wallet', asset, address }).onReviewedList,
    },
    unrecorded: { role: 'account', labels: labelsOf(scene, address) },
  };
}

/** Answers one question of a scene by the engine. */
export async function answerByEngine(
  scene: Scene,
  question: Question,
  options: FlowWalkOptions = {},
): Promise<AssessmentOf3> {
  const { store, decimals, parts } = sceneStore(scene, question);
  const asked = questionOf(scene, question, decimals);
  if (question.kind === 'wallet') {
    const stated = statedOf(question);
    return assessWallet(store, { ...asked, statedTotal: stated === null ? null : stated * parts }, options);
  }
  const { amount, earlier } = plannedPaymentOf(scene, question);
  const inParts = ({ n, d }: Fraction): bigint => (n * parts) / d;
  return assessPlanned(store, { ...asked, amount: inParts(amount), earlier: inParts(earlier) }, options);
}
