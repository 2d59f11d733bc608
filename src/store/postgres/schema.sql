-- Version 1 of the schema. The tables of records are made separately: each is
-- (k bytea primary key, rev bigint not null, v bytea not null).

-- Version of this schema: one row.
CREATE TABLE focusbot.schema_version (version integer NOT NULL);
INSERT INTO focusbot.schema_version VALUES (1);

-- Revisions of older programs, handed out in blocks of this increment.
CREATE SEQUENCE focusbot.revisions AS bigint INCREMENT BY 1000;

-- One row for each connection: the last revision that it committed. After a lost answer it tells
-- whether the batch was committed. A connection that is closed here can commit nothing any more.
CREATE TABLE focusbot.writers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rev bigint NOT NULL DEFAULT 0,
    at timestamptz NOT NULL DEFAULT now(),
    is_closed boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Commits a batch. Its keys are sorted by table and key, and every key occurs once.
--
--   table_names, ends        the tables; index of the last key of each
--   inserts, puts, deletes   number of such keys in each table
--   keys, actions, vals      0 look, 1 put, 2 insert, 3 delete, 4 nothing may be there or come;
--                            the value of 1 and 2
--   condition_keys, condition_revs
--                            index of the key of each condition, and its revision; null for none
--
-- Returns 0 once everything is written, the index of the first condition that does not hold, or -1
-- if the writer is closed. Raises FB001 if a key appeared that must not be there.
CREATE FUNCTION focusbot.commit(
    writer bigint,
    revision bigint,
    table_names text[],
    ends integer[],
    inserts integer[],
    puts integer[],
    deletes integer[],
    keys bytea[],
    actions integer[],
    vals bytea[],
    condition_keys integer[],
    condition_revs bigint[]
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    revs bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(keys)]);
    held record;
    first integer := 1;
    last integer;
    written bigint;
BEGIN
    PERFORM 1 FROM focusbot.writers WHERE id = writer AND NOT is_closed FOR UPDATE;
    IF NOT FOUND THEN
        RETURN -1;
    END IF;
    -- Always in the same order, so that two batches rarely wait for each other.
    FOR t IN 1 .. cardinality(table_names) LOOP
        last := ends[t];
        FOR held IN EXECUTE format(
            'SELECT n, rev FROM focusbot.%I JOIN unnest($1) WITH ORDINALITY AS wanted (k, n) '
            'USING (k) ORDER BY n FOR UPDATE OF %1$I', table_names[t]
        ) USING keys[first:last] LOOP
            revs[first + held.n - 1] := held.rev;
        END LOOP;
        first := last + 1;
    END LOOP;
    FOR c IN 1 .. cardinality(condition_keys) LOOP
        IF revs[condition_keys[c]] IS DISTINCT FROM condition_revs[c] THEN
            RETURN c;
        END IF;
    END LOOP;
    first := 1;
    FOR t IN 1 .. cardinality(table_names) LOOP
        last := ends[t];
        IF inserts[t] > 0 THEN
            EXECUTE format(
                'INSERT INTO focusbot.%I (k, rev, v) SELECT k, $1, coalesce(v, '''') '
                'FROM unnest($2, $3, $4) AS new (k, a, v) WHERE a IN (2, 4) ORDER BY k '
                'ON CONFLICT (k) DO NOTHING', table_names[t]
            ) USING revision, keys[first:last], actions[first:last], vals[first:last];
            GET DIAGNOSTICS written = ROW_COUNT;
            IF written < inserts[t] THEN
                RAISE EXCEPTION 'a key has appeared meanwhile' USING ERRCODE = 'FB001';
            END IF;
        END IF;
        IF puts[t] > 0 THEN
            EXECUTE format(
                'INSERT INTO focusbot.%I (k, rev, v) SELECT k, $1, v '
                'FROM unnest($2, $3, $4) AS new (k, a, v) WHERE a = 1 ORDER BY k '
                'ON CONFLICT (k) DO UPDATE SET rev = excluded.rev, v = excluded.v', table_names[t]
            ) USING revision, keys[first:last], actions[first:last], vals[first:last];
        END IF;
        IF deletes[t] > 0 THEN
            EXECUTE format(
                'DELETE FROM focusbot.%I USING unnest($1, $2) AS old (key, a) '
                'WHERE k = key AND a IN (3, 4)', table_names[t]
            ) USING keys[first:last], actions[first:last];
        END IF;
        first := last + 1;
    END LOOP;
    UPDATE focusbot.writers SET rev = revision, at = now() WHERE id = writer;
    RETURN 0;
END
$$;
