/** The rows of the table of errors for what is asked for too often. */
export const LIMIT_ERRORS = {
  TooManyChecks: {
    status: 429,
    message: 'Too many of your checks are still running. Wait until one is finished, or cancel one, and try again.',
    isReportable: false,
  },
  NoFreeChecksToday: {
    status: 429,
    message: 'No more free checks are given today. Please send it again tomorrow.',
    isReportable: false,
  },
  UnchargedLimitReached: {
    status: 429,
    message:
      'You have had as many answers without a charge today as a day has. Try again tomorrow (UTC), or buy checks.',
    isReportable: false,
  },
  TooManyRequests: { status: 429, message: 'Too many requests. Wait a moment and try again.', isReportable: false },
} as const;
