-- additive
-- needs: earning_returned
-- When which part of an earning was taken back: a statement of a month says what went back in that month, whatever month earned it.
CREATE TABLE earning_returns (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  earning_id uuid NOT NULL REFERENCES earnings (id),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  -- Hundredths of a token.
  net bigint NOT NULL,
  fee bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (net <> 0 OR fee <> 0)
);
CREATE INDEX earning_returns_of_performer ON earning_returns (performer_id, created_at);
CREATE INDEX earning_returns_of_earning ON earning_returns (earning_id);

-- Of what was taken back before, the last change of its charge is the best date there is.
INSERT INTO earning_returns (earning_id, performer_id, net, fee, created_at)
  SELECT e.id, e.performer_id, e.returned, e.fee_returned, c.updated_at FROM earnings e JOIN charges c ON c.id = e.charge_id
  WHERE e.returned <> 0 OR e.fee_returned <> 0;

CREATE TRIGGER earnings_returned AFTER UPDATE OF returned, fee_returned ON earnings FOR EACH ROW
  WHEN (NEW.returned <> OLD.returned OR NEW.fee_returned <> OLD.fee_returned) EXECUTE FUNCTION earning_returned();
