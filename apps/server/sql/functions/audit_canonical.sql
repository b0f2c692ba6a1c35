-- An unambiguous encoding of a list of fields: each is preceded by its length.
CREATE OR REPLACE FUNCTION audit_canonical(VARIADIC p_fields text[]) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT convert_to(string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' ORDER BY n), 'UTF8')
  FROM unnest(p_fields) WITH ORDINALITY AS given(field, n)
$$;
