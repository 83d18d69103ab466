//! Right and wrong texts of each format.

use super::*;

fn check(name: &str, right: &[&str], wrong: &[&str]) {
    let format = Format::named(name).expect(name);
    for text in right {
        assert!(format.matches(text), "{text:?} is a {name}");
    }
    for text in wrong.iter().chain(&["", " ", "é", "\u{0}"]) {
        assert!(!format.matches(text), "{text:?} is no {name}");
    }
}

#[test]
fn sch_2_other_formats_stay_annotations() {
    for name in ["hostname", "regex", "int32", "Date", ""] {
        assert_eq!(Format::named(name), None, "{name}");
    }
}

#[test]
fn sch_2_dates() {
    let right = ["2024-02-29", "2000-02-29", "1999-12-31", "0000-01-01", "2023-04-30"];
    let wrong = [
        "2023-02-29",
        "1900-02-29",
        "2023-04-31",
        "2023-00-10",
        "2023-13-01",
        "2023-01-00",
        "2023-1-01",
        "23-01-01",
        "12023-01-01",
        "2023/01/01",
        "2023-01-01 ",
        "20230101",
        "2023-01-0১",
        "2023-001",
        "2023-W01-1",
        "-023-01-01",
    ];
    check("date", &right, &wrong);
}

#[test]
fn sch_2_times() {
    let right = [
        "08:30:06Z",
        "08:30:06z",
        "23:20:50.52Z",
        "08:30:06.283185000001+01:00",
        "00:00:00-23:59",
        "23:59:60Z",
        "23:59:60+00:00",
        "01:29:60+01:30",
        "23:29:60+23:30",
        "15:59:60-08:00",
        "00:29:60-23:30",
        "23:59:60.5Z",
    ];
    let wrong = [
        "08:30:06",
        "8:30:06Z",
        "08:30Z",
        "24:00:00Z",
        "00:60:00Z",
        "00:00:61Z",
        "22:59:60Z",
        "23:58:60Z",
        "23:59:60+01:00",
        "23:59:60-01:00",
        "01:02:03+24:00",
        "01:02:03+00:60",
        "01:02:03+0100",
        "01:02:03 +01:00",
        "01:02:03Z+00:30",
        "01:02:03.Z",
        "01:02:03,5Z",
        "08:30:06 PST",
        "08:30:0৬Z",
        "08:30:06#00:20",
    ];
    check("time", &right, &wrong);
}

#[test]
fn sch_2_date_times() {
    let right = [
        "1963-06-19T08:30:06.283185Z",
        "1963-06-19t08:30:06z",
        "1937-01-01T12:00:27.87+00:20",
        "1998-12-31T23:59:60Z",
        "1998-12-31T15:59:60.123-08:00",
    ];
    let wrong = [
        "1990-02-31T15:59:59Z",
        "1990-12-31T15:59:59-24:00",
        "1998-12-31T23:58:60Z",
        "1963-06-19 08:30:06Z",
        "1963-06-19T08:30:06",
        "06/19/1963 08:30:06 PST",
        "2013-350T01:01:01Z",
        "1963-06-19T",
        "T08:30:06Z",
        "1963-06-19TT08:30:06Z",
        "+11963-06-19T08:30:06Z",
    ];
    check("date-time", &right, &wrong);
}

#[test]
fn sch_2_durations() {
    let right = [
        "P4DT12H30M5S",
        "P4Y",
        "P1M",
        "PT1M",
        "PT0S",
        "P0D",
        "P1Y2M3DT4H5M6S",
        "P2W",
        "PT36H",
        "P1DT12H",
        "P1YT1S",
        "P0000000000000000000000009999999999D",
    ];
    let wrong = [
        "P",
        "PT",
        "P1",
        "P1DT",
        "4DT12H",
        "PT1D",
        "P1H",
        "P1Y2D",
        "PT1H2S",
        "P1D2H",
        "P2D1Y",
        "P1Y2W",
        "P1WT1H",
        "PW",
        "PT0.5S",
        "P-1D",
        "P1Y1Y",
        "P1DT1HT1M",
        "P২Y",
        "p1y",
    ];
    check("duration", &right, &wrong);
}

#[test]
fn sch_2_mail_addresses() {
    let long_local = format!("{}@example.com", "a".repeat(64));
    let right = [
        "joe.bloggs@example.com",
        "te~st@example.com",
        "!#$%&'*+-/=?^_`{|}~@example.com",
        "a@b",
        "\"joe bloggs\"@example.com",
        "\"joe@bloggs\"@example.com",
        "\"a\\\"b\\\\c\"@example.com",
        "joe@[127.0.0.1]",
        "joe@[IPv6:::1]",
        &long_local,
    ];
    let longer_local = format!("a{long_local}");
    let long_label = format!("a@{}.com", "b".repeat(64));
    let long_domain = format!("a@{}com", "b.".repeat(126));
    let wrong = [
        "2962",
        ".test@example.com",
        "test.@example.com",
        "te..st@example.com",
        "@example.com",
        "joe@",
        "joe bloggs@example.com",
        "joe@invalid=domain.com",
        "joe@-a.com",
        "joe@a-.com",
        "joe@a..com",
        "joe@a.com.",
        "joe@[127.0.0.300]",
        "joe@[::1]",
        "joe@[127.0.0.1",
        "\"joe\"bloggs\"@example.com",
        "\"joe\\\"@example.com",
        "\"@example.com",
        "jöe@example.com",
        "a@example.com, b@example.com",
        &longer_local,
        &long_label,
        &long_domain,
    ];
    check("email", &right, &wrong);
}

#[test]
fn sch_2_uris() {
    let right = [
        "http://foo.bar/?baz=qux#quux",
        "http://foo.com/blah_(wikipedia)_blah#cite-1",
        "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
        "http://142.42.1.1:8080/",
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "http://[v7.a:b]:80",
        "mailto:John.Doe@example.com",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        "tel:+1-816-555-1212",
        "file:///etc/hosts",
        "a:",
        "x-y+z.1:rest",
        "http://example.com:",
        "http://example.com?a?b/c#d?e",
    ];
    let wrong = [
        "//foo.bar/",
        "/abc",
        "abc",
        "\\\\WINDOWS\\fileshare",
        "http:// shouldfail.com",
        ":// should fail",
        "bar,baz:foo",
        "1http://a",
        "https://[@example.org/",
        "https://[::1",
        "https://[::1]x",
        "https://[v.a]",
        "https://[fe80::1%25eth0]/",
        "https://example.org/foobar\\.txt",
        "https://example.org/a b",
        "https://example.org/<a>",
        "https://example.org/%2",
        "https://example.org/%zz",
        "https://example.org/#a#b",
        "https://example.org/[a]",
        "https://example.org:a/",
        "https://a@b@example.org/",
        "https://ex^ample.org/",
        "https://exämple.org/",
    ];
    check("uri", &right, &wrong);
}

#[test]
fn sch_2_uuids() {
    let right = [
        "2EB8AA08-AA98-11EA-B4AA-73B441D16380",
        "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
        "00000000-0000-0000-0000-000000000000",
    ];
    let wrong = [
        "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
        "2eb8aa08-aa98-11ea-73b441d16380",
        "2eb8aa08-aa98-11ea-b4aa-73b441d1638z",
        "2eb8aa08aa9811eab4aa73b441d16380",
        "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380",
        "{2eb8aa08-aa98-11ea-b4aa-73b441d1638}",
        "2eb8aa08-aa98-11ea-b4aa-73b441d163800",
    ];
    check("uuid", &right, &wrong);
}

#[test]
fn sch_2_addresses() {
    let right = ["192.168.0.1", "0.0.0.0", "255.255.255.255"];
    let wrong = [
        "127.0.0.0.1",
        "256.0.0.1",
        "127.0",
        "087.10.0.1",
        "0x7f000001",
        "2130706433",
        "1২7.0.0.1",
        "192.168.1.0/24",
        " 127.0.0.1",
    ];
    check("ipv4", &right, &wrong);
    let right = [
        "::1",
        "::",
        "::abcd:EF01",
        "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7::",
        "::ffff:192.168.0.1",
        "1:2:3:4:5:6:1.2.3.4",
        "d6::",
    ];
    let wrong = [
        "12345::",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7",
        "::laptop",
        "1::2::3",
        ":2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7:",
        "::1%eth1",
        "fe80::/64",
        "::ffff:192.168.0.01",
        "1:2:3:4:1.2.3.4",
        " ::1",
        "[::1]",
    ];
    check("ipv6", &right, &wrong);
}
