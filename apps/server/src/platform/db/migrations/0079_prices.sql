-- Daily prices in US dollars: what an operator imported, and what providers said and is kept.

CREATE TABLE prices (
  ticker text NOT NULL,
  day date NOT NULL,
  -- Of one whole coin.
  usd numeric(38, 18) NOT NULL CHECK (usd > 0),
  -- Whose price it is, as results name it.
  source text NOT NULL,
  -- What an operator brought in replaces what a provider said, never the other way round.
  origin text NOT NULL CHECK (origin IN ('import', 'provider')),
  known_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticker, day)
);

-- Days a provider was asked for and had no price, so that not every check asks for them again.
CREATE TABLE price_gaps (
  ticker text NOT NULL,
  provider text NOT NULL,
  day date NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (ticker, provider, day)
);
