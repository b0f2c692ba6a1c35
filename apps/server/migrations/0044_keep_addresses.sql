-- Where parcels go. Ten at most an account, one of them the default; orders copy what they need.
CREATE TABLE addresses (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  line1 text NOT NULL CHECK (length(line1) BETWEEN 1 AND 200),
  line2 text NOT NULL CHECK (length(line2) <= 200),
  city text NOT NULL CHECK (length(city) BETWEEN 1 AND 100),
  state text NOT NULL CHECK (length(state) <= 100),
  postal_code text NOT NULL CHECK (length(postal_code) <= 20),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  phone text NOT NULL CHECK (length(phone) <= 30),
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX addresses_of_account ON addresses (account_id, updated_at DESC, id DESC);
CREATE UNIQUE INDEX addresses_one_default ON addresses (account_id) WHERE is_default;
