-- Makes what a plan becomes a new version of it, with an id of its own. The first version has the id of the plan.
CREATE OR REPLACE FUNCTION plan_version_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.version_id := NEW.id;
  ELSE
    NEW.version := OLD.version + 1;
    NEW.version_id := uuid_v7();
  END IF;
  INSERT INTO plan_versions (id, plan_id, version) VALUES (NEW.version_id, NEW.id, NEW.version);
  RETURN NEW;
END $$;
