export { carryMarks, type RenamedMailbox } from './carried-marks.store.ts';
export {
  busiestPlaces,
  forgetRefusedBefore,
  freeGrantsStore,
  grantTotals,
  removeGrantsBefore,
} from './free-grants.store.ts';
export { dayOf, GRANTS_KEPT_DAYS, whyWithoutCheck } from './grants.policy.ts';
export type { FreeGrants, GiftOutcome, GrantLimits } from './grants.ports.ts';
export { buildFreeGrants } from './grants.service.ts';
export { removeUnchargedBefore, unchargedStore, unchargedTotals } from './uncharged.store.ts';
export { BOUGHT_DAYS, buildUnchargedAnswers, type UnchargedAnswers } from './uncharged.ts';
