//! Formats on request beside another validator: both must find the same texts right.
//! The texts are right ones, wrong ones, and those at the edge of what a format's document allows.

use dsh_tools::json::Json;
use dsh_tools::schema::Schema;
use serde_json::json;

use crate::oracle;

/// Formats with texts; on lines as they fit, since there are many.
#[rustfmt::skip]
const TEXTS: &[(&str, &[&str])] = &[
    (
        "date",
        &[
            "2024-02-29", "2023-02-29", "2000-02-29", "1900-02-29", "2023-04-31", "2023-13-01",
            "2023-00-01", "2023-01-00", "2023-01-32", "2023-1-01", "23-01-01", "2023/01/01",
            "20230101", "2023-01-01 ", "2023-01-0১", "", "2023-001", "0000-01-01",
        ],
    ),
    (
        "time",
        &[
            "08:30:06Z", "08:30:06z", "23:20:50.52Z", "08:30:06.283185+01:00", "00:00:00-23:59",
            "23:59:60Z", "23:59:60+00:00", "01:29:60+01:30", "15:59:60-08:00", "22:59:60Z",
            "23:58:60Z", "23:59:60+01:00", "08:30:06", "8:30:06Z", "24:00:00Z", "00:60:00Z",
            "00:00:61Z", "01:02:03+24:00", "01:02:03+00:60", "01:02:03+0100", "01:02:03.Z",
            "01:02:03,5Z", "08:30:06 PST", "08:30:0৬Z", "",
        ],
    ),
    (
        "date-time",
        &[
            "1963-06-19T08:30:06.283185Z", "1963-06-19t08:30:06z", "1937-01-01T12:00:27.87+00:20",
            "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.123-08:00", "1998-12-31T23:58:60Z",
            "1990-02-31T15:59:59Z", "1990-12-31T15:59:59-24:00", "1963-06-19T08:30:06",
            "06/19/1963 08:30:06 PST", "2013-350T01:01:01Z", "1963-06-19T", "T08:30:06Z",
            "1963-06-1৪T00:00:00Z", "",
        ],
    ),
    (
        "duration",
        &[
            "P4DT12H30M5S", "P4Y", "PT0S", "P0D", "P1M", "PT1M", "P2W", "PT36H", "P1DT12H",
            "P1Y2M3DT4H5M6S", "P", "PT", "P1", "P1DT", "4DT12H", "PT1D", "P1H", "P1Y2D", "PT1H2S",
            "P1D2H", "P2D1Y", "P1Y2W", "P1WT1H", "P-1D", "P২Y", "",
        ],
    ),
    (
        "email",
        &[
            "joe.bloggs@example.com", "te~st@example.com", "\"joe bloggs\"@example.com",
            "\"joe@bloggs\"@example.com", "joe@[127.0.0.1]", "joe@[IPv6:::1]", "2962",
            ".test@example.com", "test.@example.com", "te..st@example.com", "te.s.t@example.com",
            "@example.com", "joe@", "joe bloggs@example.com", "joe@invalid=domain.com",
            "joe@[127.0.0.300]", "a@example.com, b@example.com", "joe@-a.com", "joe@a..com", "",
        ],
    ),
    (
        "uri",
        &[
            "http://foo.bar/?baz=qux#quux", "http://foo.com/blah_(wikipedia)_blah#cite-1",
            "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", "http://142.42.1.1:8080/",
            "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com",
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "tel:+1-816-555-1212",
            "file:///etc/hosts", "//foo.bar/", "/abc", "abc", "\\\\WINDOWS\\fileshare",
            "http:// shouldfail.com", ":// should fail", "bar,baz:foo", "https://[@example.org/",
            "https://[::1", "https://example.org/foobar\\.txt", "https://example.org/a b",
            "https://example.org/<a>", "https://example.org/%2", "https://example.org/#a#b",
            "https://example.org:a/", "",
        ],
    ),
    (
        "uuid",
        &[
            "2EB8AA08-AA98-11EA-B4AA-73B441D16380", "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            "00000000-0000-0000-0000-000000000000", "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
            "2eb8aa08-aa98-11ea-73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638z",
            "2eb8aa08aa9811eab4aa73b441d16380", "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380", "",
        ],
    ),
    (
        "ipv4",
        &[
            "192.168.0.1", "0.0.0.0", "127.0.0.0.1", "256.0.0.1", "127.0", "087.10.0.1",
            "0x7f000001", "2130706433", "1২7.0.0.1", "192.168.1.0/24", " 127.0.0.1", "",
        ],
    ),
    (
        "ipv6",
        &[
            "::1", "::", "::abcd:EF01", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::ffff:192.168.0.1",
            "1:2:3:4:5:6:1.2.3.4", "d6::", "12345::", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7",
            "::laptop", "1::2::3", ":2:3:4:5:6:7:8", "1:2:3:4:5:6:7:", "fe80::a%eth1", "fe80::/64",
            "1:2:3:4:1.2.3.4", " ::1", "",
        ],
    ),
];

#[test]
fn sch_2_formats_on_request_agree_with_another_validator() {
    let mut differing = Vec::new();
    for (format, texts) in TEXTS {
        let schema = json!({ "type": "string", "format": format });
        let annotation = Schema::from_json(&Json::from(schema.clone())).unwrap();
        let ours = annotation.enforce_formats();
        let theirs = oracle(&schema, true).unwrap();
        for text in *texts {
            let value = Json::from(*text);
            assert!(annotation.is_valid(&value), "{format} is an annotation until it is asked for");
            let expected = theirs.is_valid(&json!(text));
            if ours.is_valid(&value) != expected {
                differing.push(format!("{text:?} as {format} should be {expected}"));
            }
        }
    }
    assert!(differing.is_empty(), "{differing:#?}");
}

#[test]
fn sch_2_other_formats_stay_annotations() {
    let schema = json!({ "type": "string", "format": "hostname" });
    let schema = Schema::from_json(&Json::from(schema)).unwrap().enforce_formats();
    assert!(schema.is_valid(&Json::from("-no-host-")));
}
