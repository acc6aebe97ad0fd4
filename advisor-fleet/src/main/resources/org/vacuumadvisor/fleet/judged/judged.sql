WITH judged AS (
  SELECT cluster, state AS judged_by, max(judged_at) AS judged_at, arg_max(time, judged_at) AS seen_at,
         arg_max(verdict, judged_at) AS verdict, arg_max(coalesce(reason, ''), judged_at) AS reason
    FROM servers WHERE database IS NULL AND verdict IS NOT NULL AND %1$s GROUP BY ALL),
ranked AS (
  SELECT *, array_position(['critical', 'warning', 'advice', 'info'], severity) AS severity_rank,
         array_position(['emergency', 'cause'], role) AS role_rank
    FROM findings WHERE %1$s)
SELECT cluster, judged_by, seen_at, verdict, reason, problem,
       arg_min(severity, severity_rank) AS severity,
       arg_min(rule, role_rank) AS rule, arg_min(headline, role_rank) AS headline,
       arg_min(since, role_rank) AS since,
       first(headline) FILTER (role = 'cause') AS because,
       bool_or(role = 'emergency') AS is_emergency,
       first(action) FILTER (role = 'cause') AS action,
       first(action_sql) FILTER (role = 'cause') AS action_sql,
       first(saves) FILTER (role = 'cause') AS saves
  FROM judged LEFT JOIN ranked USING (cluster, judged_by, judged_at)
 GROUP BY cluster, judged_by, seen_at, verdict, reason, problem ORDER BY cluster, judged_by, problem
