/** Where the rules that recognise secrets could not be fetched: an unread text is not sent. */
export const NOT_LOADED = 'The page did not load completely. Nothing was sent. Reload it and try again.';
