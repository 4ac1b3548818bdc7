/** What is known of the history that a mixture belongs to (docs/method/3, section 3); a sample is never whole. */
export type HistoryKind = 'whole' | 'incomplete' | 'sample';

export type Confidence = 'high' | 'medium' | 'low';

/** Why the confidence of one to three stars is medium; null where it is not, or the stars are four. */
export type Doubt = 'not_whole' | 'weaker_labels' | null;

/** The confidence of what was returned and of what was paid (section 9). */
export function confidenceOfHistory(history: HistoryKind): { confidence: Confidence; doubt: Doubt } {
  switch (history) {
    case 'whole':
      return { confidence: 'high', doubt: null };
    case 'incomplete':
      return { confidence: 'medium', doubt: 'not_whole' };
    case 'sample':
      return { confidence: 'low', doubt: null };
  }
}

/** The higher confidence is the larger number. */
export function rankOf(confidence: Confidence): number {
  switch (confidence) {
    case 'high':
      return 2;
    case 'medium':
      return 1;
    case 'low':
      return 0;
  }
}
