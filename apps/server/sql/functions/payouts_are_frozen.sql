-- Whether all payouts of the site are frozen.
CREATE OR REPLACE FUNCTION payouts_are_frozen() RETURNS boolean LANGUAGE sql STABLE AS 'SELECT EXISTS (SELECT FROM payout_freezes WHERE lifted_at IS NULL)';
