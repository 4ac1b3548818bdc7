/** Said wherever people are used to being asked for it: at the check, and where they sign in. */
export const NO_WALLET = 'We never ask you to connect a wallet.';
