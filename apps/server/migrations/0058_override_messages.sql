-- Words of the interface and of mails that staff say differently; a message that isn't here is said as it ships.
CREATE TABLE message_overrides (
  locale text NOT NULL CHECK (length(locale) BETWEEN 2 AND 20),
  key text NOT NULL CHECK (length(key) BETWEEN 3 AND 120),
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 5000),
  updated_by uuid REFERENCES accounts,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (locale, key)
);
