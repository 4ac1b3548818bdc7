import type { NodeId } from '../../records/record.ts';
import type { PathStep } from '../../walk/exposure.ts';
import { FactsCache } from '../../walk/facts.ts';
import { type EventLoopYield, settingsOf, WalkPace, type WalkSettings } from '../../walk/options.ts';
import { PageCache } from '../../walk/pages.ts';
import type { Flow } from '../flow.ts';
import type { IsOnReviewedList } from '../mixture.ts';
import type { FlowParty, FlowStore } from '../store/flow-store.ts';
import type { FlowWalkOptions } from './flow-walk.ts';
import type { Outcome } from './outcome.ts';
import { type OutcomeContext, outcomesOf } from './outcomes.ts';
import { Parties } from './parties.ts';
import { FlowParts } from './parts.ts';
import { loadBehind } from './prefetcher.ts';

/** What the walks of one question share: its account, its settings, and what was read. */
export class FlowReading implements OutcomeContext {
  readonly subject: NodeId;
  readonly isOnReviewedList: IsOnReviewedList;
  readonly pages: PageCache<Flow>;
  readonly facts: FactsCache<FlowParty>;
  readonly parties: Parties;
  readonly parts: FlowParts;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
  /** Steps that a store which walks by itself has written, by its own numbers: walks of one question share many. */
  readonly writtenSteps = new Map<number, PathStep>();

  /** @param subject The account that is asked about: it counts as unlabelled throughout. */
  constructor(store: FlowStore, subject: FlowParty, isOnReviewedList: IsOnReviewedList, options: FlowWalkOptions) {
    this.subject = subject.node;
    this.isOnReviewedList = isOnReviewedList;
    this.settings = settingsOf({ ...store.pageOptions, ...options });
    this.pace = new WalkPace(this.settings);
    this.pages = new PageCache<Flow>(store, 'bwd');
    this.facts = new FactsCache<FlowParty>(store, subject);
    this.parties = new Parties(this.facts);
    this.parts = new FlowParts(store);
  }

  /** Yields before anything is walked. */
  readonly yieldToEventLoop: EventLoopYield = async (steps) => {
    const { threshold } = this.settings;
    if (this.pace.isDue(steps)) await this.pace.rest({ round: 0, threshold, states: 0 });
  };

  /** The outcomes of flows, with all that they need loaded first. */
  async outcomesOfAll(flows: readonly Flow[]): Promise<readonly (readonly Outcome[])[]> {
    await loadBehind(this, flows, this.yieldToEventLoop);
    const outcomes: (readonly Outcome[])[] = [];
    for (const flow of flows) {
      outcomes.push(outcomesOf(flow, this));
      if (this.pace.isDue()) await this.pace.rest({ round: 0, threshold: this.settings.threshold, states: 0 });
    }
    return outcomes;
  }
}
