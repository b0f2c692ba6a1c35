-- Records what a plan cost until now, for as many months as it has from now on, and makes what it becomes a new version of it.
CREATE OR REPLACE FUNCTION plan_price_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO price_changes (object_id, old_price) VALUES (OLD.id, coalesce(OLD.price, 0) * NEW.months / OLD.months);
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
