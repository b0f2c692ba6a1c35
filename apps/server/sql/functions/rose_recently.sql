-- Whether an item or plan could be had for less than this price within the last hour.
CREATE OR REPLACE FUNCTION rose_recently(object uuid, price bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM price_changes WHERE object_id = object AND changed_at > app_now() - interval '1 hour' AND old_price < price)
$$;
