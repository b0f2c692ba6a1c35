-- The end of a billing period: months are counted from the anchor in UTC, so that a period that began on the 31st ends on the last day.
CREATE OR REPLACE FUNCTION months_after(p_anchor timestamptz, p_months integer) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_anchor AT TIME ZONE 'UTC' + make_interval(months => p_months)) AT TIME ZONE 'UTC'
$$;
