-- Every order that has money in escrow has a date on which it is settled by itself, whatever its state.
-- needs: order_is_dated
-- small: orders, parcels are sold since three days, and the column is renamed within one statement

ALTER TABLE orders RENAME COLUMN release_at TO settle_at;
ALTER TABLE orders
  -- How far a reported problem is.
  ADD COLUMN problem text CHECK (problem IN ('reported', 'answered', 'escalated')),
  -- By when the seller should answer it, or staff decide.
  ADD COLUMN act_by timestamptz,
  -- When the buyer escalated it to staff.
  ADD COLUMN escalated_at timestamptz,
  -- Since when its payment is disputed; meanwhile its dates stand still.
  ADD COLUMN paused_at timestamptz;

-- What staff decided about an escalated problem, at most once an order.
CREATE TABLE order_decisions (
  order_id uuid PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  decision text NOT NULL CHECK (decision IN ('release', 'refund', 'split')),
  -- What the buyer got back, in hundredths of a token.
  tokens bigint NOT NULL CHECK (tokens >= 0),
  statement text NOT NULL CHECK (length(statement) BETWEEN 1 AND 2000),
  decided_by uuid NOT NULL REFERENCES accounts (id),
  decided_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX order_decisions_of_staff ON order_decisions (decided_by);

ALTER TABLE order_events DROP CONSTRAINT order_events_by_check;
ALTER TABLE order_events ADD CONSTRAINT order_events_by_check CHECK (by IN ('buyer', 'performer', 'staff', 'system')) NOT VALID;

-- The course of problems that are open begins now, and that of disputes goes on.
UPDATE orders SET problem = 'reported', act_by = app_now() + interval '3 days', settle_at = app_now() + interval '10 days'
  WHERE problem_at IS NOT NULL;
UPDATE orders SET settle_at = ship_by + interval '30 days' WHERE fulfilment IN ('not_fulfilled', 'processing') AND ship_by IS NOT NULL;
UPDATE orders o SET paused_at = (SELECT max(d.created_at) FROM dispute_charges x JOIN disputes d ON d.id = x.payment_id
    WHERE x.charge_id = o.id AND d.status = 'open')
  WHERE settle_at IS NOT NULL AND EXISTS (SELECT FROM dispute_charges x JOIN disputes d ON d.id = x.payment_id
    WHERE x.charge_id = o.id AND d.status = 'open');

DROP INDEX orders_to_release;
DROP INDEX orders_to_refund;
CREATE INDEX orders_to_settle ON orders (settle_at) WHERE settle_at IS NOT NULL AND paused_at IS NULL;
CREATE INDEX orders_to_decide ON orders (act_by, id) WHERE problem = 'escalated';
CREATE INDEX orders_escalated ON orders (escalated_at DESC, id DESC) WHERE escalated_at IS NOT NULL;

CREATE CONSTRAINT TRIGGER orders_are_dated AFTER INSERT OR UPDATE OF settle_at ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'physical' AND NEW.settle_at IS NULL) EXECUTE FUNCTION order_is_dated();
CREATE CONSTRAINT TRIGGER escrow_is_dated AFTER UPDATE OF status, held, returned ON earnings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'escrow' AND NEW.type = 'product') EXECUTE FUNCTION order_is_dated();
