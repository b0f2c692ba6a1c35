-- additive
-- needs: plan_version_changed
-- small: plans, a creator has a few
-- Each version of a plan has an id of its own, which is what is subscribed to: a purchase of another is refused with the new one.
-- The plan itself stays what gates, audiences and subscriptions name.
CREATE TABLE plan_versions (
  id uuid PRIMARY KEY,
  plan_id uuid NOT NULL,
  version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX plan_versions_of_plan ON plan_versions (plan_id, version);
ALTER TABLE plans ADD COLUMN version_id uuid;
UPDATE plans SET version_id = id;
INSERT INTO plan_versions (id, plan_id, version) SELECT id, id, version FROM plans;
ALTER TABLE plan_versions ADD CONSTRAINT plan_versions_plan_id_fkey
  FOREIGN KEY (plan_id) REFERENCES plans (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
CREATE TRIGGER plans_have_a_version BEFORE INSERT ON plans FOR EACH ROW EXECUTE FUNCTION plan_version_changed();
CREATE TRIGGER plans_change_version BEFORE UPDATE OF name, type, price, months, discount_pct, perks ON plans FOR EACH ROW
  WHEN ((new.name, new.type, new.price, new.months, new.discount_pct, new.perks)
    IS DISTINCT FROM (old.name, old.type, old.price, old.months, old.discount_pct, old.perks))
  EXECUTE FUNCTION plan_version_changed();
