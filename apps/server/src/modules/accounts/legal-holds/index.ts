export { assertMayDelete, assertMayDeletePerson, personHeldTo } from './assert-may-delete.ts';
export { endHold, type HeldTarget, placeHold } from './hold-acts.ts';
export { endOfHold, lastDayOf } from './hold-days.ts';
export { besideHolds, legalHoldsStore } from './legal-holds.store.ts';
