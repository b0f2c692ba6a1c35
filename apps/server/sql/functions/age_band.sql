-- The value of the option list `age` for a date of birth.
CREATE OR REPLACE FUNCTION age_band(born date, today date) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN years IS NULL THEN NULL WHEN years >= 50 THEN 'over_50' WHEN years < 20 THEN '18_19'
    ELSE (20 + (years - 20) / 3 * 3)::text || '_' || (22 + (years - 20) / 3 * 3)::text END
  FROM (SELECT extract(year FROM age(today, born))::int AS years) y
$$;
