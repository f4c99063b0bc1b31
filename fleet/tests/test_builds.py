import unittest

from qlogscope_fleet.builds import Build, Builds, Comparison, alarms, compared, shown_of

QUICHE_30, QUICHE_31, QUICHE_32 = (("quiche", version) for version in ("0.30.0", "0.31.0", "0.32.0"))
DAY = 86_400_000


def row(version, day, alarms="", **known):
    return {
        "implementation": "quiche",
        "version": version,
        "recorded": day * DAY,
        "recorded_from": "log",
        "severity": "critical" if alarms else "none",
        "alarms": alarms,
        "not_judged": "",
        **known,
    }


def builds(**by_version):
    made = Builds()
    for version, counts in by_version.items():
        made.add(("quiche", version.strip("_").replace("_", ".")), Build(*counts))
    return made


class Counting(unittest.TestCase):
    def test_rows_count_as_in_the_sql(self):
        made = Builds()
        spiral = "death-spiral"
        made.take(
            [
                row("0.31.0", 2, f"pto-storm {spiral}"),
                row("0.31.0", 1, not_judged=spiral),
                row("0.31.0", 3, spiral, not_judged=spiral),
                row("0.31.0", 0, spiral, severity="failed", recorded_from="file"),
                row("0.31.0", 4, None, not_judged=None),
                row(None, 4),
            ]
        )
        self.assertEqual(made.by_key, {QUICHE_31: Build(3, 2, DAY, 2 * DAY)})
        self.assertEqual(Builds.of_json(made.as_json()).by_key, made.by_key)

    def test_the_date_of_a_file_is_no_first_day(self):
        made = Builds()
        made.take([row("0.31.0", 1, recorded_from="file"), row("0.31.0", 5)])
        self.assertEqual(made.by_key[QUICHE_31].since, 5 * DAY)


class Alarms(unittest.TestCase):
    def test_a_build_is_held_against_all_before_it(self):
        before = builds(_0_30_0=(17, 0, DAY), _0_29_0=(20, 1, 0))
        before.add(("ngtcp2", "1"), Build(50, 50, 0))
        (alarm,) = alarms(before, builds(_0_31_0=(15, 9, 2 * DAY, 3 * DAY)))
        self.assertEqual(
            str(alarm),
            "quiche 0.31.0: Death spiral in 9 of 15 since 1970-01-04; builds before it: 1 of 37; "
            "+57 points (95 % interval +31 to +78)",
        )

    def test_one_that_stays_is_said_once_and_one_that_is_better_not_at_all(self):
        old = builds(_0_30_0=(40, 20, 0), _0_31_0=(20, 20, DAY))
        self.assertEqual(alarms(old, builds(_0_31_0=(9, 9, DAY))), [])
        self.assertEqual(alarms(old, builds(_0_32_0=(40, 0, 2 * DAY))), [])

    def test_without_five_judged_of_both_nothing_is_compared(self):
        self.assertEqual(alarms(builds(_0_30_0=(17, 0, 0)), builds(_0_31_0=(4, 4, DAY))), [])
        self.assertEqual(alarms(builds(_0_30_0=(4, 0, 0)), builds(_0_31_0=(15, 9, DAY))), [])

    def test_a_build_without_a_date_is_before_none(self):
        self.assertEqual(alarms(builds(_0_30_0=(17, 0, None)), builds(_0_31_0=(15, 9, DAY))), [])
        self.assertEqual(alarms(builds(_0_30_0=(17, 0, 0)), builds(_0_31_0=(15, 9, None))), [])

    def test_several_at_once_must_each_be_clearer(self):
        close = Comparison(QUICHE_31, Build(15, 7), Build(17, 1))
        nothing = Comparison(QUICHE_32, Build(15, 3), Build(15, 3))
        clear = Comparison(QUICHE_30, Build(15, 15), Build(15, 0))
        self.assertEqual(shown_of([close]), [close])
        self.assertEqual(shown_of([close, *[nothing] * 30]), [])
        self.assertEqual(len(shown_of([close, *[clear] * 30])), 31)
        self.assertEqual(shown_of(compared(Builds(), lambda _: True)), [])


if __name__ == "__main__":
    unittest.main()
