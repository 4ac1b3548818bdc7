/** What is lost with an account or a company for whose orders money is held. */
export const KEPT_MONEY =
  'Money that arrived for an order and is kept until it is decided about: ask our support to send it back first';
