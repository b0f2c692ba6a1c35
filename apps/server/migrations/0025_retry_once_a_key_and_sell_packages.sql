-- A payment is tried again once a key; an installation that has no packages of tokens yet gets some to sell.

CREATE TABLE payment_retries (
  account_id uuid NOT NULL REFERENCES accounts,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  payment_id uuid NOT NULL REFERENCES payment_transactions,
  body_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, key)
);

-- Prices are cents at the default value of a token, and all within the default limits of a top-up; staff change them.
INSERT INTO token_packages (name, tokens, bonus, price, position)
SELECT * FROM (VALUES ('100', 10000, 0, 1000, 1), ('250', 25000, 1000, 2500, 2), ('500', 50000, 3000, 5000, 3),
  ('1,000', 100000, 8000, 10000, 4), ('2,500', 250000, 25000, 25000, 5)) AS package(name, tokens, bonus, price, position)
WHERE NOT EXISTS (SELECT FROM token_packages);
