-- additive
-- needs: fan_spending_changed
-- What each fan spent with each creator, in hundredths of a token: the creator's audience shows it and is sorted by it. Earnings stay the record;
-- this is their sum.
CREATE TABLE fan_spending (
  performer_id uuid NOT NULL REFERENCES accounts (id),
  fan_id uuid NOT NULL REFERENCES accounts (id),
  spent bigint NOT NULL CHECK (spent >= 0),
  PRIMARY KEY (performer_id, fan_id)
);
CREATE INDEX fan_spending_most ON fan_spending (performer_id, spent DESC, fan_id DESC);
CREATE INDEX fan_spending_of_fan ON fan_spending (fan_id);

-- No earning is made or changed between the triggers and the sum: they lock the table.
CREATE TRIGGER earnings_spent AFTER INSERT ON earnings FOR EACH ROW EXECUTE FUNCTION fan_spending_changed();
CREATE TRIGGER earnings_spent_changed AFTER UPDATE OF returned, fee_returned, status ON earnings FOR EACH ROW
  WHEN (NEW.returned <> OLD.returned OR NEW.fee_returned <> OLD.fee_returned OR (NEW.status = 'reversed') <> (OLD.status = 'reversed'))
  EXECUTE FUNCTION fan_spending_changed();

INSERT INTO fan_spending (performer_id, fan_id, spent)
  SELECT e.performer_id, e.user_id, sum(CASE WHEN e.status = 'reversed' THEN 0 ELSE e.gross - e.returned - e.fee_returned END)
  FROM earnings e JOIN accounts f ON f.id = e.user_id JOIN accounts p ON p.id = e.performer_id
  WHERE f.status <> 'closed' AND p.status <> 'closed' GROUP BY 1, 2;
