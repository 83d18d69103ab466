//! What a program finds around it: the rule CODE-11.

use dsh_tools_tests::hosting::Hosting;

use crate::stand::{Stand, under_both_hosts};

under_both_hosts! {
    code_11_a_program_reaches_nothing_else,
    code_11_urls_are_there_and_log_and_cross,
}

async fn code_11_a_program_reaches_nothing_else(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    let code = "return [typeof process, typeof require, typeof fetch, typeof globalThis.Deno, typeof setTimeout, this === undefined]";
    assert_eq!(
        stand.value(code).await,
        r#"["undefined","undefined","undefined","undefined","function",true]"#
    );
    stand.fails_with("return eval(\"1\")", &["code cannot be made from text"]).await;
}

async fn code_11_urls_are_there_and_log_and_cross(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    let code = "const url = new URL('../b?x=1#h', 'https://a.example/c/d'); url.searchParams.append('y', 'é&');
        console.log(url.searchParams); return [url.href, Object.fromEntries(url.searchParams), `${url}` === url.href]";
    let outcome = stand.run(code).await;
    assert_eq!(
        outcome.value().unwrap().to_string(),
        r#"{"logs":["URLSearchParams { 'x' => '1', 'y' => 'é&' }"],"result":["https://a.example/b?x=1&y=%C3%A9%26#h",{"x":"1","y":"é&"},true]}"#
    );
    stand
        .fails_with(
            "return { link: new URL('https://a.example') }",
            &["`value.link` is a URL", "`href`"],
        )
        .await;
    stand.fails_with("new URL('/b')", &["Invalid URL: \"/b\"", "without a base"]).await;
}
