#!/usr/bin/env python3
"""Plays a sweep with Apache Spark: sweep.py PLAN RESULTS."""

import json
import os
import subprocess
import sys

from pyspark.sql import SparkSession

PLAYHEAD = os.environ.get("PLAYHEAD", "playhead")


def row(line):
    """A flat row of a result line."""
    result = json.loads(line)
    summary = {
        name: None if value is None else str(value)
        for name, value in (result.get("summary") or {}).items()
    }
    error = result["error"]
    return {
        "job": result["job"],
        "media": result["media"]["name"],
        "network": result["network"]["name"],
        "networkClass": result["network"]["category"],
        "player": result["player"]["name"],
        "rule": result["rule"],
        "whatIf": result["whatIf"],
        "error": f"{error['what']}, {error['location']}: {error['why']}" if error else None,
        "summary": summary,
        "json": line,
    }


def main(plan, results):
    embed = ["--embed", os.environ["EMBED"]] if "EMBED" in os.environ else []
    jobs = subprocess.run(
        [PLAYHEAD, "sweep", plan, "--plan", *embed],
        stdout=subprocess.PIPE, check=True, text=True,
    ).stdout.splitlines()
    spark = SparkSession.builder.appName("playhead sweep").getOrCreate()
    context = spark.sparkContext
    # Jobs of one title follow one another, so that a partition reads few of them.
    parts = max(1, min(len(jobs) // 50, 4 * context.defaultParallelism))
    lines = context.parallelize(jobs, parts).pipe(f"{PLAYHEAD} work", checkCode=True)
    frame = spark.createDataFrame(
        lines.map(row),
        "job string, media string, network string, networkClass string, player string, "
        "rule string, whatIf string, error string, summary map<string,string>, json string",
    )
    frame.write.mode("overwrite").parquet(results + ".parquet")
    merge = subprocess.Popen(
        [PLAYHEAD, "merge", "-", "-o", results], stdin=subprocess.PIPE, text=True)
    for found in spark.read.parquet(results + ".parquet").select("json").toLocalIterator():
        merge.stdin.write(found.json + "\n")
    merge.stdin.close()
    spark.stop()
    return merge.wait()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: sweep.py PLAN RESULTS")
    sys.exit(main(*sys.argv[1:]))
