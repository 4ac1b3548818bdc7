export { shortenAddress } from './addresses.ts';
export { ADVICE, type AdviceCode, type AdviceGrounds, adviceOf } from './advice.ts';
export { formatAmount, formatCoins } from './amounts.ts';
export { type NamedCaller, nameOfCaller } from './asked-by.ts';
export { countRecords, type NamedAsset, nameRecords, nameTicker } from './assets.ts';
export { CATEGORY_MEANINGS } from './category-meanings.ts';
export { CATEGORY_WORDS, type CategoryWords } from './category-words.ts';
export { countOf, formatCount } from './counts.ts';
export { formatDay, formatTime, isoDayOf, isoMinuteOf, MONTHS } from './dates.ts';
export { formatUsd, formatUsdInSentence, LEAST_USD } from './dollars.ts';
export { type ExplainedCheck, explainCheck } from './explain-check.ts';
export {
  type ExplainedAttempt,
  type ExplainedTransfer,
  explainAttempt,
  explainTransfer,
} from './explain-transfer.ts';
export {
  type FlowPart,
  type FlowPictureWords,
  flowLine,
  flowPartsOf,
  flowWords,
  nameFlowEntity,
} from './flow-parts.ts';
export {
  type BasisLabel,
  type DatedLabel,
  datesOfLabel,
  labelsBehind,
  remarksOnLabel,
  sourceKindOf,
} from './label-words.ts';
export { isDataLimited, LEAST_ATTRIBUTED, LIMITED_DATA, type ResultGrounds, wordsOn } from './limited-data.ts';
export { joinWords, sentencesOf } from './lists.ts';
export {
  NOT_ADDRESS_WORDS,
  type NotAddressWords,
  remarkOnContract,
  remarkOnTag,
  sentenceOnNotAddress,
} from './not-address-words.ts';
export { citeListing, type ListedLabel, officialListOf } from './official-lists.ts';
export { nameParty, type PartyRole } from './party-names.ts';
export {
  type CertifiedPayment,
  otherEndsOf,
  type PaymentParty,
  paymentFacts,
  type StatedPayment,
  wordsOnPayment,
} from './payment-words.ts';
export { formatPoints } from './points.ts';
export { formatCents, formatMills } from './prices.ts';
export {
  type ChainReading,
  describeCalls,
  type Fact,
  foldFacts,
  type ResultBasis,
  resultFacts,
  wasReadOnDemand,
} from './result-facts.ts';
export {
  hopsOf,
  isWarning,
  nameOfAddress,
  RESULT_WORDS,
  reachOf,
  remarksOnRow,
  withoutRepeats,
} from './result-words.ts';
export {
  CONFIDENCE_WORDS,
  countCategories,
  DIRECTION_WORDS,
  DIRECTIONS,
  type DirectionName,
  RISK_OF_VERDICT,
  RISK_ORDER,
  RISK_WORDS,
  type RiskKey,
  riskOfShare,
  titleOfShare,
  UNMARKED,
  VERDICT_WORDS,
} from './risk.ts';
export { boundOfShare, formatBound, formatShare, type ShareBound } from './shares.ts';
export { adviceCodeOf, adviceLine, headlineOf, isLimited, type ShownResult } from './shown-result.ts';
export { countStars, drawStars, NOT_RATED, nameStars } from './stars.ts';
export { withoutHolder } from './without-holder.ts';
export {
  fieldDay,
  formatDottedDay,
  formatMoment,
  formatNamedDay,
  formatNumericDay,
  formatShortMoment,
} from './zoned-time.ts';
